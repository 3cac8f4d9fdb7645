import Foundation
import MotionCore
import MotionQ15
import Recordings
import TestSupport
import Testing

@Suite("Samples at another rate through the front door")
struct ResamplingTests {
    /// The samples of a recording at 100 Hz, in the order of the model's inputs, for a model of 50 Hz.
    private static func samples(_ world: FrontDoorWorld, _ model: MotionModel) throws -> [[Double]] {
        let columns = try model.inputs.map { try #require(SixAxes.names.firstIndex(of: $0.name)) }
        let session = try #require(RecordingReader().read(world.recording).sessions.first)
        return (0..<session.count).map { index in columns.map { Double(session.sample(index)[index * 6 + $0]) } }
    }

    @Test("an array of them gives the windows of the recording that it comes from, bit for bit")
    func array() throws {
        let world = try FrontDoorWorld(rate: 100)
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let found = try model.windows(of: Self.samples(world, model), rate: 100)
        let expected = Array(try model.windows(ofRecordingAt: world.recordingFile))
        #expect(found.count > 50)
        #expect(found.map(\.probabilities) == expected.map(\.probabilities))
        #expect(found.map(\.samples) == expected.map(\.samples))
        #expect(zip(found, expected).allSatisfy { abs($0.time - $1.time) < 0.001 })
    }

    @Test("one by one they give these windows later by the filter's delay, which is told")
    func delay() throws {
        let world = try FrontDoorWorld(rate: 100)
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let samples = try Self.samples(world, model)
        let recogniser = try MotionRecogniser(model, rate: 100)
        let found = samples.enumerated().flatMap { index, sample in
            recogniser.push(sample).map { (window: $0, heard: Double(index) / 100) }
        }
        let expected = try model.windows(of: samples, rate: 100)
        #expect(found.map(\.window.probabilities) == expected.prefix(found.count).map(\.probabilities))
        #expect(recogniser.delay > 0.4 && recogniser.delay < 0.5, "\(recogniser.delay)")
        #expect(found.allSatisfy { $0.heard - $0.window.time <= recogniser.delay + 0.011 })
        #expect(recogniser.finish().map(\.probabilities) == expected.dropFirst(found.count).map(\.probabilities))
    }

    @Test("samples at half the model's rate give two steps each, and no window is lost")
    func slower() throws {
        let world = try FrontDoorWorld(rate: 25)
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let found = try model.windows(of: Self.samples(world, model), rate: 25)
        let expected = Array(try model.windows(ofRecordingAt: world.recordingFile))
        #expect(found.map(\.probabilities) == expected.map(\.probabilities))
    }

    @Test("counts of a sensor at another rate are resampled as its physical values are")
    func counts() throws {
        let world = try FrontDoorWorld(rate: 100)
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let sensor = SensorDescription(rate: 100, gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4)
        let recogniser = try MotionRecogniser(model, sensor: sensor)
        let perCount: [Double] = [1 / 4096.0, 1 / 4096, 1 / 4096, .pi / 180 / 16.4, .pi / 180 / 16.4, .pi / 180 / 16.4]
        let session = world.session
        let found = (0..<session.count).flatMap { index in
            recogniser.push(
                counts: zip(session.sample(index), perCount).map { Int16(max(-32768, min(32767, (Double($0) / $1).rounded()))) })
        }
        let expected = Array(try model.windows(ofRecordingAt: world.recordingFile))
        #expect(found.count > 50)
        #expect(found.map(\.label) == expected.prefix(found.count).map(\.label))
    }

    @Test("an array at the model's own rate needs no rate")
    func ownRate() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let expected = Array(try model.windows(ofRecordingAt: world.recordingFile))
        #expect(try model.windows(of: Self.samples(world, model)).map(\.probabilities) == expected.map(\.probabilities))
    }

    @Test("a sample that lacks a value is refused by its place, with the names of what the model reads")
    func shortSample() throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let error = #expect(throws: MotionError.self) { try model.windows(of: [[0, 0, 1, 0, 0, 0], [0, 0, 1]]) }
        #expect(error?.code == .recording)
        #expect(error?.description == "sample 1 has 3 values, and the model reads 6; give one for each of ax, ay, az, gx, gy, gz")
    }
}
