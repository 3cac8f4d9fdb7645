import Evaluation
import Foundation
import Models
import MotionCore
import MotionQ15
import Recordings
import Simulation
import TestSupport
import Testing

/// The demo's model and a minute of made-up motion, as a program outside would have them.
struct FrontDoorWorld {
    let motionq: Motionq
    let recording: String
    var recordingFile: URL { URL(filePath: recording) }
    let session: RecordedSession

    init(rate: Double = 50) throws {
        motionq = try Motionq()
        recording = motionq.path("motion.csv")
        session = MotionGenerator(seed: 3, rate: rate).session(subject: 7, gestures: 4)
        try RecordingWriter().write(Recording(path: recording, sessions: [session]), to: recording)
    }

    func remove() { motionq.remove() }
}

@Suite("A recording through the front door")
struct RecordedWindowsTests {
    @Test("its windows are those of classify, bit for bit")
    func windows() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let rooms = try Model(readingFileAt: Repository.demoModel)
        let network = try #require(rooms.quantized)
        let about = rooms.description
        let expected = try OfflineClassifier(
            NetworkWeights(network, for: about), features: about.inputs, fractionBits: network.inputFractionBits
        ).windows(of: try #require(RecordingReader().read(world.recording).sessions.first))
        let found = Array(try MotionModel(contentsOf: Repository.demoModelFile).windows(ofRecordingAt: world.recordingFile))
        #expect(found.count > 50)
        #expect(found.map(\.probabilities) == expected.map(\.probabilities))
        #expect(found.map(\.samples.upperBound) == expected.map(\.endSample))
        #expect(found.map(\.label) == expected.map { about.labels[$0.label] })
    }

    @Test("the gestures in it are entered, each once, and left")
    func events() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let events = try model.windows(ofRecordingAt: world.recordingFile).compactMap(\.event)
        var truth: [String] = []
        for label in world.session.labels where label != truth.last { truth.append(label) }
        #expect(events.filter { $0.phase == .entered }.map(\.label) == truth.filter { $0 != model.restLabel })
        #expect(events.filter { $0.phase == .left }.count >= 3)
    }

    @Test("each pass over it begins at the beginning")
    func passes() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let windows = try MotionModel(contentsOf: Repository.demoModelFile).windows(ofRecordingAt: world.recordingFile)
        #expect(Array(windows) == Array(windows))
    }

    @Test("a recording at another rate is resampled, and cut at its gaps, as evaluate does it")
    func otherRate() throws {
        let world = try FrontDoorWorld(rate: 100)
        defer { world.remove() }
        var session = world.session
        for sample in 1_500..<session.count { session.timestamps[sample] += 200 }
        try RecordingWriter().write(Recording(path: "", sessions: [session]), to: world.recording)
        let rooms = try Model(readingFileAt: Repository.demoModel)
        let network = try #require(rooms.quantized)
        let classifier = try OfflineClassifier(
            NetworkWeights(network, for: rooms.description), features: rooms.description.inputs,
            fractionBits: network.inputFractionBits)
        let stretches = try #require(RecordingReader().read(world.recording).sessions.first).evenStretches(at: 50)
        #expect(stretches.count == 2)
        let expected = stretches.flatMap { classifier.windows(of: $0.session) }
        let found = Array(try MotionModel(contentsOf: Repository.demoModelFile).windows(ofRecordingAt: world.recordingFile))
        #expect(found.map(\.probabilities) == expected.map(\.probabilities))
        #expect(found.map(\.samples.upperBound) == expected.map(\.endSample))
        let second = try #require(found.last { $0.samples.lowerBound == 0 })
        #expect(abs(second.time - (15.2 + 39 * 0.02)) < 0.001, "\(second.time)")
    }

    @Test("a model that is not there is named")
    func noModel() {
        let error = #expect(throws: MotionError.self) { try MotionModel(contentsOf: URL(filePath: "nowhere.safetensors")) }
        #expect(error?.code == .model)
        #expect(error?.description.contains("nowhere.safetensors") == true)
    }

    @Test("a window, an event and a model print as a person reads them")
    func printing() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let windows = try model.windows(ofRecordingAt: world.recordingFile)
        let first = try #require(windows.first { _ in true })
        #expect("\(first)".hasSuffix(String(format: "samples 0–39: rest %.1f %%", 100 * first.probability)), "\(first)")
        let event = try #require(windows.compactMap(\.event).first)
        #expect("\(event)" == String(format: "%.2f s  ▶ \(event.label)", event.time))
        #expect("\(model)".contains("windows of 40 samples every"), "\(model)")
        #expect(model.inputs.map { "\($0)" }.contains("ax in g"))
    }
}
