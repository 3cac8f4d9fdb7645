import Foundation
import MotionCore
import MotionQ15
import Recordings
import TestSupport
import Testing

@Suite("Samples through the front door")
struct MotionRecogniserTests {
    /// Six axes at 4096 counts a g and 16.4 counts a degree a second.
    private static func sensor(rate: Float = 50) -> SensorDescription {
        SensorDescription(rate: rate, gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4)
    }

    @Test("physical values give the windows of the recording that they come from")
    func physical() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let recogniser = try MotionRecogniser(model)
        let columns = try model.inputs.map { try #require(["ax", "ay", "az", "gx", "gy", "gz"].firstIndex(of: $0.name)) }
        let expected = Array(try model.windows(ofRecordingAt: world.recordingFile))
        let read = try #require(RecordingReader().read(world.recording).sessions.first)
        let found = (0..<read.count).flatMap { index in
            recogniser.push(columns.map { Double(read.sample(index)[index * 6 + $0]) })
        }
        #expect(found.map(\.probabilities) == expected.map(\.probabilities))
        #expect(found.map(\.samples) == expected.map(\.samples))
        #expect(abs((found.last?.time ?? 0) - (expected.last?.time ?? 1)) < 0.001)
    }

    @Test("a sample of one's own, as the first program pushes it, makes no window yet")
    func first() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let recogniser = try MotionRecogniser(model)
        for window in recogniser.push([0.02, -0.01, 0.99, 0.1, 0.0, -0.2]) { print(window.label, window.probability) }
        #expect(recogniser.push([0.02, -0.01, 0.99, 0.1, 0.0, -0.2]).isEmpty)
    }

    @Test("counts of a sensor give the same labels as the physical values that they stand for")
    func counts() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let recogniser = try MotionRecogniser(model, sensor: Self.sensor())
        let perCount: [Double] = [1 / 4096.0, 1 / 4096, 1 / 4096, .pi / 180 / 16.4, .pi / 180 / 16.4, .pi / 180 / 16.4]
        let session = world.session
        let found = (0..<session.count).flatMap { index in
            recogniser.push(
                counts: zip(session.sample(index), perCount).map { Int16(max(-32768, min(32767, (Double($0) / $1).rounded()))) })
        }
        let expected = Array(try model.windows(ofRecordingAt: world.recordingFile))
        #expect(found.map(\.label) == expected.map(\.label))
        #expect(found.map(\.samples) == expected.map(\.samples))
    }

    @Test("a sensor that lacks what the model reads is refused by the name of the quantity")
    func missingChannel() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        var sensor = SensorDescription(rate: 50)
        sensor.addChannel(
            ChannelDescription(kind: ChannelKind.accelerationX.rawValue, unit: .g, scale: 1 / 4096, offset: 0, fullScale: 8))
        let error = #expect(throws: MotionError.self) { try MotionRecogniser(model, sensor: sensor) }
        #expect(error?.code == .misfit)
        #expect(error?.description.contains("which the device does not send") == true)
    }

    @Test("a sensor whose rate cannot be brought to the model's is refused")
    func otherRate() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let error = #expect(throws: MotionError.self) { try MotionRecogniser(model, sensor: Self.sensor(rate: 0.5)) }
        #expect(error?.code == .misfit)
        #expect(error?.description.contains("0.5 Hz") == true, "\(error?.description ?? "")")
    }

    @Test("after a restart the windows are those of a fresh recogniser")
    func restart() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let recogniser = try MotionRecogniser(model)
        let sample = [0.1, 0.2, 1, 0.3, -0.2, 0.1]
        let fresh = (0..<120).flatMap { _ in recogniser.push(sample).map(\.probabilities) }
        for _ in 0..<7 { _ = recogniser.push([9, 9, 9, 9, 9, 9]) }
        recogniser.restart()
        let again = (0..<120).flatMap { _ in recogniser.push(sample).map(\.probabilities) }
        #expect(again == fresh)
        #expect(!fresh.isEmpty)
    }

    @Test("the probability of a label is found by its name, and no other")
    func byName() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let recogniser = try MotionRecogniser(model)
        let window = try #require((0..<60).flatMap { _ in recogniser.push([0, 0, 1, 0, 0, 0]) }.first)
        #expect(window.probability(of: window.label) == window.probability)
        #expect(window.probability(of: "no such label") == nil)
        #expect(abs(window.probabilities.reduce(0, +) - 1) < 0.001)
    }

    @Test("samples at a rate that cannot be brought to the model's are refused, with both rates")
    func otherRateOfValues() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let error = #expect(throws: MotionError.self) { try MotionRecogniser(model, rate: 0.5) }
        #expect(error?.code == .misfit)
        #expect(error?.description.contains("at 0.5 Hz, the model was made for 50 Hz") == true)
    }

    @Test("after an event and a restart, another one is entered at once: time goes on")
    func timeGoesOn() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let recogniser = try MotionRecogniser(model)
        let columns = try model.inputs.map { try #require(["ax", "ay", "az", "gx", "gy", "gz"].firstIndex(of: $0.name)) }
        func entered() -> Int {
            (0..<world.session.count).count { index in
                recogniser.push(columns.map { Double(world.session.sample(index)[index * 6 + $0]) }).first?.event?.phase == .entered
            }
        }
        let first = entered()
        #expect(first > 0)
        recogniser.restart()
        #expect(entered() == first)
    }
}

@Suite("What a program can choose")
struct MotionOptionsTests {
    @Test("is what the engine does by itself, unless something is chosen")
    func defaults() {
        #expect(MotionOptions().parameters == DecisionParameters())
    }
}
