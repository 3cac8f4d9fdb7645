import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import LivePage
import MotionCore
import Randomness
import Recordings
import TestSupport
import Testing
import Transport
import WireProtocol

/// A device whose samples a recorder keeps and a page shows.
private final class World: LiveObserver {
    let folder: String
    let recorder: Recorder
    let page: RunPage
    private let device: ScriptedDevice
    private var pipeline: LivePipeline?
    private let clock = ManualClock()
    private var identity: HelloMessage
    private var generator = SeededGenerator(seed: 5)

    /// - Parameter folder: for what is kept.
    init(_ identity: HelloMessage, in folder: String) throws {
        (self.identity, self.folder) = (identity, folder)
        let plan = RecordingPlan(labels: ["wave"], repetitions: 1, seconds: 2, rest: 1, restLabel: "rest")
        recorder = Recorder(Self.options(plan, "recorded", in: folder)) { _ in }
        page = RunPage(PageModel(), wording: PlainWording())
        let pair = MemoryTransport.pair(capacity: 65_536)
        device = ScriptedDevice(transport: pair.device, identity: identity)
        let pipeline = LivePipeline(
            transport: pair.host, model: nil, options: LiveOptions(), clock: clock, observer: self, sessionID: 9)
        self.pipeline = pipeline
        try pipeline.open()
    }

    static func options(_ plan: RecordingPlan, _ name: String, in folder: String) -> RecorderOptions {
        RecorderOptions(
            plan: plan, subject: "ana", session: name, path: "\(folder)/\(name).csv", fit: DataSetFit(), cues: nil,
            program: "test")
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        recorder.linkChanged(change, statistics: statistics)
        page.linkChanged(change, statistics: statistics)
    }

    func samplesReceived(_ samples: LiveSamples) {
        recorder.samplesReceived(samples)
        page.samplesReceived(samples)
    }

    func move(_ samples: Int) throws {
        for _ in 0..<samples {
            device.push((0..<6).map { _ in Int16.random(in: -900...900, using: &generator) })
            clock.now += 20_000
            try device.service()
            try pipeline?.step(longestWait: 0)
        }
    }

    func beginSession() {
        identity.session += 1
        device.beginSession(identity)
    }
}

@Suite("A stretch that is marked on a page")
struct StretchTests {
    private func kept(_ world: World, _ range: Range<Int>) throws -> Recording {
        let plan = RecordingPlan(labels: ["wave"], repetitions: 1, seconds: nil, rest: 1, restLabel: "rest")
        let options = World.options(plan, "marked", in: world.folder)
        try #require(world.page.stretch(range)).keep(options)
        return try RecordingReader().read(options.path)
    }

    @Test("is the recording that record would have kept, sample for sample")
    func same() throws {
        try withTemporaryFolder { folder in
            var hello = ScriptedDevice.sixAxes(rate: 50)
            // Mounted the other way round, and turned.
            hello.sensor.axes = [-2, 1, 3]
            let world = try World(hello, in: folder)
            while !world.recorder.isOver { try world.move(1) }
            try world.recorder.finish(keeps: true)
            let recorded = try #require(RecordingReader().read(world.folder + "/recorded.csv").sessions.first)
            let first = try #require(recorded.labels.firstIndex(of: "wave"))
            let count = recorded.labels.count { $0 == "wave" }
            #expect(count == 100)
            let marked = try #require(kept(world, first..<first + count).sessions.first)
            #expect(marked.labels == [String](repeating: "wave", count: count) && marked.subject == "ana")
            #expect(marked.timestamps == Array(recorded.timestamps[first..<first + count]))
            #expect((0..<count).allSatisfy { Array(marked.sample($0)) == Array(recorded.sample(first + $0)) })
            let sidecar = try String(contentsOfFile: world.folder + "/marked.json", encoding: .utf8)
            #expect(sidecar.contains(#""samples":100,"lost_samples":0"#) && sidecar.contains(#""complete":true"#))
        }
    }

    @Test("over a new session of the device is two sessions, and what is kept no more is not in it")
    func sessions() throws {
        try withTemporaryFolder { folder in
            let world = try World(ScriptedDevice.sixAxes(rate: 50), in: folder)
            try world.move(60)
            world.beginSession()
            try world.move(60)
            let recording = try kept(world, 0..<100_000)
            #expect(recording.sessions.count == 2 && recording.sessions.map(\.name) == ["marked", "marked.2"])
        }
    }

    @Test("is refused where there is no sample")
    func empty() throws {
        try withTemporaryFolder { folder in
            let world = try World(ScriptedDevice.sixAxes(rate: 50), in: folder)
            try world.move(60)
            #expect(throws: RecorderError.self) { try kept(world, 5000..<6000) }
        }
    }
}
