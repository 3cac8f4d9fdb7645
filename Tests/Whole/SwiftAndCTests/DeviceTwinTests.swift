import Randomness
import Testing

/// The device's role in Swift and in C, held together by all that can be seen of them: PROTOCOL.md leaves neither a choice.
///
/// Left out is what only one of them has: LOG in C, and in Swift a session that the program begins and the sample clock of a
/// replay.
@Suite("A device in Swift and one in C")
struct DeviceTwinTests {
    @Test("send the same bytes and do the same with their actuators, through 1,000 random histories")
    func agreement() throws {
        for seed in 0..<1000 as Range<UInt64> {
            try live(seed) { number, step, swift, c in
                // Compared without #expect, which costs more than all the rest when it is met so often.
                let isSame = swift == c
                try #require(isSame, "seed \(seed), step \(number): \(step)\nSwift \(swift)\nC     \(c)")
            }
        }
    }

    @Test("meet every rule of sections 4 to 8 in them, so that the agreement means something")
    func coverage() {
        var census = TwinCensus()
        for seed in 0..<100 as Range<UInt64> {
            census.begin()
            live(seed) { _, _, _, c in census.count(c) }
        }
        for subject in TwinCensus.subjects { #expect(census.seen[subject, default: 0] >= 50, "\(subject)") }
    }

    /// Leads both through a history.
    private func live(_ seed: UInt64, _ observe: (Int, DeviceStep, DeviceReport, DeviceReport) throws -> Void) rethrows {
        var history = RandomHistory(seed: seed)
        let sessions = SeededGenerator(seed: seed, stream: 2)
        let board = ChangeableBoard(
            rate: history.rate, sessions: sessions, described: seed % 3 == 0 ? ChangeableBoard.eleven : [])
        let swift = SwiftDevice(board, line: history.line, now: history.now)
        let c = CDevice(board, line: history.line, now: history.now)
        for number in 0..<1000 {
            let step = history.next(
                rate: swift.rate, channels: swift.channels, waiting: swift.waiting, deadline: swift.deadline)
            try observe(number, step, swift.perform(step), c.perform(step))
        }
    }
}

/// How often a history met what.
private struct TwinCensus {
    private(set) var seen: [String: Int] = [:]
    private var receiver = CReceiver()
    private var framesRead = 0
    private var waiting: [UInt8] = []

    static let subjects: [String] =
        ["HELLO", "HELLO in answer", "DATA", "TIMESYNC", "HEARTBEAT", "PREDICTION", "EVENT", "CHANNELS", "no room"]
        + [
            "actuator on", "failsafe", "health", "farewell", "names", "samples dropped", "not understood", "damage", "command",
            "end of a command",
        ]
        + (0...7).map { "INSTALLED \($0)" } + (0...4).map { "ACK \($0) of 7" } + [0, 3, 4].map { "ACK \($0) of 3" }
        + (0...7).map { "session tag \($0)" } + [1, 2, 3, 20].map { "\($0) samples" }

    mutating func begin() {
        receiver = CReceiver()
        (framesRead, waiting) = (0, [])
    }

    mutating func count(_ report: DeviceReport) {
        if report.hadRoom == false { add("no room") }
        for told in report.told { add(told == .hostLeft ? "farewell" : "names") }
        for change in report.changes { add(change.isCommanded ? "command" : "end of a command") }
        // What leaves is read; what does not is the same as before, with something after it.
        if report.waiting.count < waiting.count { receiver.feed(waiting[..<(waiting.count - report.waiting.count)]) }
        waiting = report.waiting
        let frames = receiver.reception.frames
        for frame in frames[framesRead...] { count(frame) }
        framesRead = frames.count
    }

    private mutating func count(_ frame: Frame) {
        add("session tag \(frame.flags >> 1)")
        switch CCodec.message(of: frame) {
        case .hello: add(frame.flags & 1 == 1 ? "HELLO in answer" : "HELLO")
        case .samples: add("DATA", "\(frame.count) samples")
        case .timeSync: add("TIMESYNC")
        case .heartbeat(let beat):
            add("HEARTBEAT")
            if beat.flags & 1 != 0 { add("actuator on") }
            if beat.flags & 2 != 0 { add("failsafe") }
            if beat.health != nil { add("health") }
            if beat.samplesDropped > 0 { add("samples dropped") }
            if beat.notUnderstood > 0 { add("not understood") }
            if beat.framingErrors > 0, beat.crcErrors > 0 { add("damage") }
        case .prediction: add("PREDICTION")
        case .ack(let ack): add("ACK \(ack.status) of \(ack.type)")
        case .event: add("EVENT")
        case .installed(let answer): add("INSTALLED \(answer.status)")
        case .channels: add("CHANNELS")
        case .config, .feedback, .log, .labels, .goodbye, .install, nil: add("what no device sends")
        }
    }

    private mutating func add(_ subjects: String...) {
        for subject in subjects { seen[subject, default: 0] += 1 }
    }
}
