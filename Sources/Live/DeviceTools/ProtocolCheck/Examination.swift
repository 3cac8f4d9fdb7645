import Formatting
import MotionCore
package import Transport
import WireProtocol

/// Holds a device to PROTOCOL.md, rule by rule, in about half a minute.
///
///     let examination = Examination(over: line, session: .random(in: 1...UInt32.max)) { judgement in print(judgement) }
///     try examination.run()
///
/// It is polite: it lights one LED for moments, puts back the rate that it found, and says GOODBYE. It speaks frames itself: a
/// `HostLink` would hide what is to be judged. Every rule is told of exactly once; what cannot be seen because something else
/// failed before is not applicable, so that one fault is one line.
package final class Examination {
    let line: any DeviceLine
    let session: UInt32
    let ear = Ear()
    private let tell: (Judgement) -> Void
    private var told: Set<Rule> = []
    /// Which rules failed.
    package private(set) var failed: [Rule] = []
    /// Frames that were sent, and when: good ones.
    private(set) var sent: [UInt64] = []
    let opened: UInt64
    /// Of the device's clock against ours, as TIMESYNC shows it.
    var clockSpeed = 1.0
    /// Microseconds for which this computer let the program wait, and for which it waits for answers in addition.
    private var stalled: UInt64 = 0
    /// Commands and requests that were sent.
    var sequence: UInt16 = 100
    var hello: HelloMessage? { ear.latestHello }

    package init(over line: any DeviceLine, session: UInt32, tell: @escaping (Judgement) -> Void) {
        self.line = line
        self.session = session
        self.tell = tell
        opened = line.now
    }

    /// Whether a device has said HELLO.
    package var hasGreeted: Bool { hello != nil }
    /// Of the device, as it told it: not escaped.
    package var deviceName: String { hello?.name.decoded ?? "" }

    package func run() throws(LineStop) {
        guard try greet() else { return tellRest("without a HELLO nothing else can be judged") }
        do throws(LineStop) {
            try examineGreeting()
            try listen()
            try examineConfiguration()
            try examineFeedback()
            try examineDamage()
            judgeAnnouncements()
        } catch {
            // It may be gone already.
            try? send(HostFrames.goodbye(now: line.now))
            throw error
        }
        try send(HostFrames.goodbye(now: line.now))
        tellRest("it was not reached")
    }

    private func tellRest(_ why: String) {
        for rule in Rule.allCases { skip(rule, why) }
    }
}

// MARK: - Judging

extension Examination {
    func pass(_ rule: Rule, _ saw: String) { judge(Judgement(rule: rule, verdict: .passed, saw: saw)) }
    func fail(_ rule: Rule, _ saw: String, mend: Sentence) { judge(Judgement(rule: rule, verdict: .failed, saw: saw, mend: mend)) }
    func skip(_ rule: Rule, _ why: String) { judge(Judgement(rule: rule, verdict: .notApplicable, saw: why)) }
    func skip(_ rules: [Rule], _ why: String) { for rule in rules { skip(rule, why) } }

    private func judge(_ judgement: Judgement) {
        guard told.insert(judgement.rule).inserted else { return }
        if judgement.verdict == .failed { failed.append(judgement.rule) }
        tell(judgement)
    }

    /// Passed if nothing is at fault.
    func settle(_ rule: Rule, _ fault: String?, _ saw: String, mend: Sentence) {
        if let fault { fail(rule, fault, mend: mend) } else { pass(rule, saw) }
    }

    /// Of what a HEARTBEAT says is on: a device that decides by itself may have switched it on.
    func settleLight(_ rule: Rule, _ fault: String?, _ saw: String, mend: Sentence) {
        guard let fault, hello?.capabilities.contains(.predicts) ?? false else { return settle(rule, fault, saw, mend: mend) }
        skip(rule, fault + ", perhaps by the device's own decision")
    }

    func isTold(_ rule: Rule) -> Bool { told.contains(rule) }
    func hasFailed(_ rule: Rule) -> Bool { failed.contains(rule) }
}

// MARK: - Talking

extension Examination {
    /// - Parameter isGood: the device is to count it as received.
    func send(_ bytes: [UInt8], isGood: Bool = true) throws(LineStop) {
        if isGood { sent.append(line.now) }
        try line.send(bytes)
    }

    /// Listens for so long.
    func pass(milliseconds: Int) throws(LineStop) {
        _ = try wait(milliseconds) { _ in false }
    }

    /// Listens until a frame comes that is meant, at most so long, not counting what this computer lets the program wait.
    func wait(_ milliseconds: Int, from start: Int? = nil, _ isMeant: (Heard) -> Bool) throws(LineStop) -> Heard? {
        var end = line.now + UInt64(milliseconds) * 1000
        var looked = start ?? ear.heard.count
        while true {
            while looked < ear.heard.count {
                if isMeant(ear.heard[looked]) { return ear.heard[looked] }
                looked += 1
            }
            guard line.now < end else { return nil }
            let due = min(end, line.now + 50_000)
            let bytes = try line.receive(until: due)
            let now = line.now
            ear.take(bytes, at: now)
            if now > due + Self.leastStall {
                stalled += now - due
                end += now - due
            }
        }
    }

    /// Microseconds later than asked at which this computer goes on: less is common, and changes no verdict.
    private static let leastStall: UInt64 = 50_000
    /// Why what is measured by our clock is not judged.
    static let stoodStill = "this computer let the program wait while it measured"

    /// Measures, and again, up to three times in all, if this computer stands still meanwhile: what comes late may have been sent
    /// in time.
    ///
    /// - Returns: what was measured last, and whether nothing disturbed it.
    func undisturbed<Measured>(_ measure: () throws(LineStop) -> Measured) throws(LineStop) -> (Measured, isCalm: Bool) {
        for _ in 0..<2 {
            let before = stalled
            let measured = try measure()
            if stalled == before { return (measured, true) }
        }
        let before = stalled
        return (try measure(), stalled == before)
    }

    /// A HEARTBEAT that is made after now; nil if none comes in time.
    func nextHeartbeat(after milliseconds: Int = 0) throws(LineStop) -> HeartbeatMessage? {
        if milliseconds > 0 { try pass(milliseconds: milliseconds) }
        return try wait(1600) { $0.kind == .heartbeat }?.heartbeat
    }

    /// Its headers run ahead of its clock, and with its samples.
    var isReplay: Bool { hello?.capabilities.contains(.replays) ?? false }

    /// The device's clock now, by the headers of its last frames, or by TIMESYNC if it replays.
    var deviceTime: UInt32 {
        guard isReplay else { return ear.heard.deviceTime(at: line.now, before: ear.heard.count, speed: clockSpeed) ?? 0 }
        guard let last = ear.heard.last(where: { $0.kind == .timeSync }), let sync = last.timeSync else { return 0 }
        return UInt32(truncatingIfNeeded: sync.answered &+ UInt64(saturating: Double(line.now - last.at) * clockSpeed))
    }
}

extension [Heard] {
    /// The device's clock by the header, of the last frames other than DATA, that tells the latest time: it came with least delay.
    ///
    /// - Parameters:
    ///   - place: frames from there on are not looked at.
    ///   - speed: of the device's clock against ours.
    func deviceTime(at now: UInt64, before place: Int, speed: Double) -> UInt32? {
        var best: UInt32?
        var seen = 0
        var index = place
        while index > 0, seen < 4 {
            index -= 1
            guard !self[index].isData else { continue }
            seen += 1
            let passed = UInt32(truncatingIfNeeded: Int64(saturating: Double(now - self[index].at) * speed))
            let time = self[index].header.time &+ passed
            if best.map({ time.distance(from: $0) > 0 }) ?? true { best = time }
        }
        return best
    }
}
