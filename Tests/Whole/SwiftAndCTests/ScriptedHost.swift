import MotionCore
import WireProtocol

/// `HostLink` with a program around it that does what a script asks for, and writes down what it is told in the script's words.
final class ScriptedHost {
    private var link: HostLink
    private let memory: UnsafeMutablePointer<UInt8>
    private let script: HostScript
    /// What it was told, but for what became of commands: those it knows by their sequences.
    private(set) var told: [ScriptLine] = []
    private(set) var settled: [(sequence: UInt16, end: String)] = []
    private var lost: UInt64 = 0
    private var repeated: UInt32 = 0
    private var unusable: UInt64 = 0
    /// Index of the next sample, without wraps; nil before the first sample of a session.
    private var position: UInt64?
    /// Samples that were received when it was last looked.
    private var received: UInt64 = 0
    private var wantedRate: Float?

    init(_ script: HostScript) {
        self.script = script
        let count = HostLink.fixedMemory + 16_384
        memory = .allocate(capacity: count)
        link = HostLink(session: script.session, memory: memory, memoryCount: count)
    }

    deinit { memory.deallocate() }

    func open(_ now: UInt64) { link.open(now: now) }

    /// The end of the stream: nothing more will come, and nothing waits for it.
    func close() {
        link.end()
        tellDropped(link.dropCommands())
        countUp()
    }

    func receive(_ bytes: [UInt8], _ now: UInt64) {
        for byte in bytes {
            var event = link.receive(byte, now: now)
            while let happened = event {
                countUp()
                hear(happened, now)
                event = link.next(now: now)
            }
        }
        countUp()
    }

    func poll(_ now: UInt64) {
        while let event = link.poll(now: now) { hear(event, now) }
        countUp()
    }

    func command(_ feedback: Feedback, motion: UInt32?, _ now: UInt64) -> CommandVerdict? {
        FeedbackMessage(feedback).map {
            link.command($0.action, timeToLive: $0.timeToLive, motion: motion, cause: .request, now: now)
        }
    }

    func ask(forRate rate: Float, _ now: UInt64) {
        wantedRate = rate
        _ = link.ask(forRate: rate, keepsRate: false, now: now)
    }

    func decide(_ prediction: Prediction, _ now: UInt64) {
        guard link.wantsDecisions, let message = PredictionMessage(prediction) else { return }
        link.send(message, now: now)
    }

    func sayGoodbye(_ now: UInt64) {
        _ = link.dropCommands()
        link.sayGoodbye(now: now)
    }

    /// Everything it has to send.
    func takeOutgoing() -> [UInt8] {
        defer { link.consume(link.outgoingCount) }
        return Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount))
    }

    func takeTold() -> [ScriptLine] {
        defer { told = [] }
        return told
    }

    func takeSettled() -> [(sequence: UInt16, end: String)] {
        defer { settled = [] }
        return settled
    }
}

// MARK: - What it hears

extension ScriptedHost {
    private func tell(_ words: String...) { told.append(ScriptLine(words)) }

    private func tellDropped(_ commands: Int) { if commands > 0 { tell("dropped", String(commands)) } }

    private func hear(_ event: HostEvent, _ now: UInt64) {
        switch event {
        case .greeted(let voided): greet(voided, now)
        case .announcedAgain: nameLabels(now)
        case .restarted(let voided):
            tell("restarted")
            tellDropped(voided)
            position = nil
        case .clockSet(let voided):
            tell("clock-set")
            tellDropped(voided)
        case .samples(let frame): take(frame)
        case .unusable: passBy()
        case .settled(let outcome): settled.append((outcome.sequence, end(outcome.status)))
        case .clockUnknown: tell("says", "clock-unknown")
        case .otherVersion: tell("says", "version")
        case .loopback: tell("says", "loopback")
        case .irregular(.keepsSession): tell("says", "session-kept")
        case .heartbeat(let heartbeat): if heartbeat.hasFailsafeActed { tell("says", "failsafe") }
        case .rateWrong(let pace, _):
            let measured = Double(pace.samples) * 1_000_000 / Double(pace.microseconds)
            tell("says", "rate", String(Int(measured.rounded())), number(link.device?.sensor.rate ?? 0))
        // What no rule says that a host must say.
        case .lost, .rateRight, .synchronised, .configured, .installed, .rateRefused, .predicted, .event, .log, .irregular,
            .helloRefused, .silent, .mute, .unintelligible, .helloMissing, .channelsMissing:
            break
        }
    }

    private func greet(_ voided: Int, _ now: UInt64) {
        guard let device = link.device else { return }
        tell("greeted", String(device.session), number(device.sensor.rate), String(device.sensor.channelCount))
        tellDropped(voided)
        position = nil
        if device.sensor.rate == wantedRate { link.acceptRate() }
        nameLabels(now)
    }

    private func nameLabels(_ now: UInt64) {
        guard link.wantsLabels, !script.labels.isEmpty else { return }
        let names = script.labels.map { ShortText($0) }
        var next = 0
        while next < names.count { next = link.send(labels: names.span, first: next, rest: script.rest, now: now) }
    }

    private func take(_ frame: SampleFrame) {
        let first = position ?? UInt64(frame.index)
        if UInt16(truncatingIfNeeded: first) != frame.index { tell("index", String(frame.index), "is not", String(first)) }
        position = first + UInt64(frame.count)
        received = link.samples
        guard script.looks.contains("samples") else { return }
        let counts = (0..<frame.count).map { sample in
            (0..<frame.channels).map { String(frame.payload.i16((sample * frame.channels + $0) * 2)) }.joined(separator: ",")
        }
        told.append(ScriptLine(["samples", String(first), String(frame.time)] + counts))
    }

    /// Samples that came and cannot be used.
    private func passBy() {
        position? += link.samples - received
        received = link.samples
    }

    /// What has grown since the last look.
    private func countUp() {
        if link.lostSamples > lost {
            tell("lost", String(link.lostSamples - lost))
            position? += link.lostSamples - lost
        }
        if link.repeatedFrames > repeated { tell("repeated", String(link.repeatedFrames - repeated)) }
        if link.unusableFrames > unusable { tell("unusable", String(link.unusableFrames - unusable)) }
        (lost, repeated, unusable) = (link.lostSamples, link.repeatedFrames, link.unusableFrames)
    }

    private func end(_ status: AckMessage.Status?) -> String {
        switch status {
        case .ok, .duplicate: "applied"
        case .late: "late"
        case .unsupported: "unsupported"
        case .refused: "refused"
        case nil: "lost"
        }
    }

    private func number(_ rate: Float) -> String { rate == rate.rounded() ? String(Int(rate)) : String(rate) }
}
