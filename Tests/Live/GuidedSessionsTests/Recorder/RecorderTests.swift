import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import MotionCore
import Randomness
import Recordings
import SignalProcessing
import TestSupport
import Testing
import Transport
import WireProtocol

/// Lets the recorder hear of the device from its first whole session on.
private final class Gate: LiveObserver {
    let recorder: Recorder
    var isOpen = false

    init(_ recorder: Recorder) { self.recorder = recorder }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if isOpen { recorder.linkChanged(change, statistics: statistics) }
    }

    func samplesReceived(_ samples: LiveSamples) { if isOpen { recorder.samplesReceived(samples) } }
}

/// A device whose samples are recorded, both moved by hand.
private final class Bench {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recorder-\(UUID().uuidString)").path
    let recorder: Recorder
    let device: ScriptedDevice
    private let pipeline: LivePipeline
    private let clock = ManualClock()
    private let identity: HelloMessage
    private var generator = SeededGenerator(seed: 5)
    /// Of each sample that was sent: six values as the board has them.
    private(set) var sent: [[Float]] = []
    /// What the recorder doubted, and of which prompt.
    private(set) var doubts: [(prompt: RecordingPlan.Prompt, doubt: RepetitionDoubt)] = []

    var path: String { folder + "/ana-1.csv" }

    init(
        _ plan: RecordingPlan, fit: DataSetFit = DataSetFit(), hello: HelloMessage = ScriptedDevice.sixAxes(rate: 50)
    ) throws {
        var hello = hello
        // Mounted the other way round, and turned.
        hello.sensor.axes = [-2, 1, 3]
        identity = hello
        var doubted: (RecordingPlan.Prompt, RepetitionDoubt) -> Void = { _, _ in }
        recorder = Recorder(
            RecorderOptions(
                plan: plan, subject: "ana", session: "ana-1", path: folder + "/ana-1.csv", fit: fit, cues: nil, program: "test")
        ) { if case .doubted(let prompt, let doubt) = $0 { doubted(prompt, doubt) } }
        let gate = Gate(recorder)
        let pair = MemoryTransport.pair(capacity: 65_536)
        device = ScriptedDevice(transport: pair.device, identity: hello)
        pipeline = LivePipeline(
            transport: pair.host, model: nil, options: LiveOptions(), clock: clock, observer: gate, sessionID: 9)
        doubted = { [unowned self] in doubts.append(($0, $1)) }
        try pipeline.open()
        try move(samples: 3, isHeard: false)
        gate.isOpen = true
        begin(1)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func begin(_ number: UInt32) {
        var next = identity
        next.session += number
        device.beginSession(next)
    }

    /// - Parameter isStill: whether the board lies on a table.
    func move(samples: Int, isHeard: Bool = true, isStill: Bool = false) throws {
        for _ in 0..<samples where !recorder.isOver {
            let counts = (0..<6).map { channel in
                let most: Int16 = isStill ? 8 : channel < 3 ? 8000 : 800
                return Int16.random(in: -most...most, using: &generator)
            }
            device.push(counts)
            clock.now += UInt64(1_000_000 / identity.sensor.rate)
            try device.service()
            try pipeline.step(longestWait: 0)
            guard isHeard else { continue }
            sent.append(
                ([0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8]).map { kind in
                    guard let source = identity.sensor.source(of: kind) else { return 0 }
                    let value = Double(counts[source.channel]) * Double(identity.sensor.channels[source.channel].scale)
                    return Float(source.isReversed ? -value : value)
                })
        }
    }

    func read() throws -> [RecordedSession] { try RecordingReader().read(path).sessions }

    func sidecar() throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: folder + "/ana-1.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}

@Suite("The recorder")
struct RecorderTests {
    private static let plan = RecordingPlan(labels: ["zig", "zag"], repetitions: 2, seconds: 2, rest: 3, restLabel: "rest")

    /// Samples that are waited for in frames, at the end.
    private static let slack = 20

    @Test("keeps what the device sent, sample for sample, along the axes of the board")
    func same() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 23 * 50 + Self.slack)
        #expect(bench.recorder.isOver && bench.recorder.failure == nil)
        try bench.recorder.finish(keeps: true)
        let session = try #require(try bench.read().first)
        #expect(session.name == "ana-1" && session.subject == "ana" && session.count >= 1150)
        for index in 0..<session.count {
            try #require(Array(session.sample(index)) == bench.sent[index], "sample \(index)")
        }
        #expect(session.labels.count { $0 == "zig" } == 200 && session.labels.count { $0 == "zag" } == 200)
        #expect(Set(session.labels) == ["rest", "zig", "zag"])
    }

    @Test("tells in the sidecar who measured what how, and when it was asked for")
    func sidecar() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 23 * 50 + Self.slack)
        try bench.recorder.finish(keeps: true)
        let sidecar = try bench.sidecar()
        #expect(sidecar["complete"] as? Bool == true && sidecar["rate"] as? Double == 50 && sidecar["subject"] as? String == "ana")
        #expect(sidecar["samples"] as? Int == (try bench.read().first?.count))
        let prompts = try #require(sidecar["prompts"] as? [[String: Any]])
        #expect(prompts.map { $0["label"] as? String } == ["zig", "zag", "zig", "zag"])
        for (index, prompt) in prompts.enumerated() {
            let (from, to) = (prompt["from_ms"] as? Double ?? 0, prompt["to_ms"] as? Double ?? 0)
            #expect(abs(to - from - 2000) < 21 && abs(from - (3000 + 5000 * Double(index))) < 100)
        }
    }

    @Test("a repetition that is thrown away leaves no sample, and those around it lose none")
    func again() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 4 * 50)
        bench.recorder.keys.press(.again)
        try bench.move(samples: 24 * 50 + Self.slack)
        try bench.recorder.finish(keeps: true)
        let session = try #require(try bench.read().first)
        #expect(session.labels.count { $0 == "zig" } == 200 && session.labels.count { $0 == "zag" } == 200)
        let prompts = try #require(try bench.sidecar()["prompts"] as? [[String: Any]])
        #expect(prompts.count == 4)
        // What is kept is what was sent, in order.
        var next = 0
        for index in 0..<session.count {
            let sample = Array(session.sample(index))
            while next < bench.sent.count, bench.sent[next] != sample { next += 1 }
        }
        #expect(next < bench.sent.count)
    }

    @Test("a device that begins anew begins a session of its own, and the repetition comes once more")
    func restart() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 4 * 50)
        bench.begin(7)
        try bench.move(samples: 24 * 50)
        try bench.recorder.finish(keeps: true)
        let sessions = try bench.read()
        #expect(sessions.map(\.name) == ["ana-1", "ana-1.2"])
        #expect(Set(sessions[0].labels) == ["rest"])
        #expect(sessions[1].labels.count { $0 == "zig" } == 200)
    }

    @Test("is a recording at every moment, also before its end")
    func unfinished() throws {
        let bench = try Bench(Self.plan)
        for _ in 0..<40 {
            try bench.move(samples: 25)
            let there = try bench.read().first?.count ?? 0
            #expect(there >= bench.recorder.samples - 14)
        }
        #expect(try bench.sidecar()["complete"] as? Bool == false)
    }

    @Test("half a repetition is not kept, what was before it is")
    func half() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 9 * 50)
        try bench.recorder.finish(keeps: true)
        let session = try #require(try bench.read().first)
        #expect(session.labels.count { $0 == "zig" } == 100 && !session.labels.contains("zag"))
    }

    @Test("leaves nothing of what is not to be kept")
    func dropped() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 9 * 50)
        try bench.recorder.finish(keeps: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder).isEmpty)
    }

    @Test("refuses a device of another rate or range than the folder's, with a sentence", arguments: [50, 100], [2.0, 8])
    func misfit(rate: Float, range: Float) throws {
        let first = try Bench(Self.plan)
        try first.move(samples: 9 * 50)
        try first.recorder.finish(keeps: true)
        let fit = try DataSetFit(folder: first.folder)
        #expect(fit.rate == 50)
        var hello = HelloMessage(role: .device, session: 77)
        hello.sensor.rate = rate
        let usual = ScriptedDevice.sixAxes(rate: rate).sensor
        for index in 0..<usual.channelCount {
            var channel = usual.channels[index]
            if index < 3, range == 2 { channel.fullScale /= 4 }
            hello.sensor.addChannel(channel)
        }
        let second = try Bench(Self.plan, fit: fit, hello: hello)
        try second.move(samples: 100)
        let problem = second.recorder.failure?.description
        #expect((problem == nil) == (rate == 50 && range == 8), "\(problem ?? "")")
        if rate == 100 { #expect(problem?.contains("samples at 100 Hz") == true) }
    }

    @Test("a device that can take the folder's rate is waited for until it has it, one that cannot is refused")
    func askedForRate() throws {
        let first = try Bench(Self.plan)
        try first.move(samples: 9 * 50)
        try first.recorder.finish(keeps: true)
        let fit = try DataSetFit(folder: first.folder)
        func greet(_ recorder: Recorder, rate: Float, _ capabilities: Capabilities) {
            var hello = ScriptedDevice.sixAxes(rate: rate)
            hello.capabilities = capabilities
            recorder.linkChanged(.session(hello), statistics: LiveStatistics())
        }
        func recorder() -> (Recorder, () -> Int) {
            var begun = 0
            let options = RecorderOptions(
                plan: Self.plan, subject: "ben", session: "ben-1", path: first.folder + "/ben-1.csv", fit: fit, rate: fit.rate,
                cues: nil, program: "test")
            return (Recorder(options) { if case .begun = $0 { begun += 1 } }, { begun })
        }
        let (able, begun) = recorder()
        greet(able, rate: 100, .setsRate)
        #expect(able.failure == nil && begun() == 0)
        greet(able, rate: 50, .setsRate)
        #expect(able.failure == nil && begun() == 1)
        let (unable, never) = recorder()
        greet(unable, rate: 100, .none)
        #expect(unable.failure?.description.contains("samples at 100 Hz") == true && never() == 0)
    }

    // MARK: What is asked for again

    @Test("a repetition in which nothing moved is told with its length, leaves no sample, and comes once more")
    func motionless() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 3 * 50 - 10)
        try bench.move(samples: 2 * 50 + 20, isStill: true)
        try bench.move(samples: 24 * 50 + Self.slack)
        try bench.recorder.finish(keeps: true)
        let doubt = try #require(bench.doubts.first)
        #expect(bench.doubts.count == 1 && doubt.prompt.label == "zig" && doubt.doubt == .motionless(seconds: 2))
        let session = try #require(try bench.read().first)
        #expect(session.labels.count { $0 == "zig" } == 200 && session.labels.count { $0 == "zag" } == 200)
    }

    @Test("who holds still again means it, and is not asked again for that label")
    func still() throws {
        let bench = try Bench(Self.plan)
        try bench.move(samples: 40 * 50, isStill: true)
        try bench.recorder.finish(keeps: true)
        #expect(bench.recorder.isOver && bench.doubts.map(\.prompt.label) == ["zig", "zag"])
        let session = try #require(try bench.read().first)
        #expect(session.labels.count { $0 == "zig" } == 200 && session.labels.count { $0 == "zag" } == 200)
    }

    @Test("a label that means rest may be without motion")
    func rest() throws {
        let bench = try Bench(RecordingPlan(labels: ["idle"], repetitions: 2, seconds: 2, rest: 3, restLabel: "rest"))
        try bench.move(samples: 14 * 50, isStill: true)
        #expect(bench.recorder.isOver && bench.doubts.isEmpty)
    }

    @Test("where gestures are cut at pauses, two without one are told with their length, and come once more")
    func fused() throws {
        let cut = SegmentSettings.motion(shortest: 0.4)
        let bench = try Bench(RecordingPlan(labels: ["sway"], repetitions: 5, cut: cut, rest: 3, restLabel: "rest"))
        func gesture(_ seconds: Int) throws {
            try bench.move(samples: seconds * 50)
            try bench.move(samples: 2 * 50, isStill: true)
        }
        try bench.move(samples: 2 * 50, isStill: true)
        for _ in 0..<3 { try gesture(1) }
        #expect(bench.doubts.isEmpty)
        try gesture(5)
        let doubt = try #require(bench.doubts.first)
        guard case .long(let seconds, let others?) = doubt.doubt else {
            Issue.record("\(doubt)")
            return
        }
        #expect(abs(seconds - 5) < 1 && abs(others - 1) < 0.7, "\(seconds) \(others)")
        for _ in 0..<2 { try gesture(1) }
        try bench.move(samples: 4 * 50, isStill: true)
        try bench.recorder.finish(keeps: true)
        #expect(bench.recorder.isOver && bench.doubts.count == 1)
        let prompts = try #require(try bench.sidecar()["prompts"] as? [[String: Any]])
        #expect(prompts.count == 5)
        #expect(try #require(try bench.read().first).labels.count { $0 == "sway" } < 9 * 50)
    }
}
