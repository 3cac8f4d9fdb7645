import Decision
import LSTMEngine
import Windows
import WireProtocol

extension LivePipeline {
    /// Starts a frame of the host's; nil if the output is full, which is counted.
    func begin(_ kind: MessageKind, _ now: UInt64) -> PayloadWriter? {
        guard memory.hasRoom else {
            statistics.writesTimedOut += 1
            return nil
        }
        return encoder.begin(FrameHeader(kind, time: UInt32(truncatingIfNeeded: now)))
    }

    func finish(_ writer: PayloadWriter) {
        memory.outputCount += encoder.finish(writer, into: memory.output + memory.outputCount)
        timers.sentFrame()
    }

    func sendHello(_ now: UInt64) {
        timers.sentHello(now)
        guard var writer = begin(.hello, now) else { return }
        HelloMessage(role: .host, session: sessionID).write(to: &writer)
        finish(writer)
    }

    func sendTimeSync(_ now: UInt64) {
        timers.sentTimeSync(now)
        guard var writer = begin(.timeSync, now) else { return }
        TimeSyncMessage(requested: now).write(to: &writer)
        finish(writer)
    }

    func sendHeartbeat(_ now: UInt64) {
        timers.sentHeartbeat(now)
        guard var writer = begin(.heartbeat, now) else { return }
        var heartbeat = HeartbeatMessage()
        let seen = decoder.counters
        heartbeat.uptime = UInt32(truncatingIfNeeded: (now - timers.opened) / 1000)
        heartbeat.framesSent = timers.framesSent
        heartbeat.framesReceived = seen.frames
        heartbeat.framingErrors = seen.framingErrors
        heartbeat.crcErrors = seen.crcErrors
        heartbeat.refused = seen.unknown &+ seen.versionMismatches &+ seen.malformed &+ wrongSide
        heartbeat.write(to: &writer)
        finish(writer)
    }

    func sendPrediction(_ window: ClassifiedWindow, _ decision: Decision, index: UInt16, time: UInt32, _ now: UInt64) {
        guard var writer = begin(.prediction, now) else { return }
        PredictionMessage(
            windowEnd: UInt64(time), lastIndex: index, label: decision.subject, phase: decision.phase.rawValue,
            confidence: decision.confidence, slot: window.slot
        ).write(to: &writer)
        finish(writer)
    }

    /// Puts the table's commands for an event into the outbox and sends what is due.
    ///
    /// - Returns: how many commands were accepted.
    func command(label: Int, entering: Bool, confidence: Int16, _ now: UInt64) -> Int {
        guard clockSync.isSynchronised else {
            if entering { owedEnter = label } else { owedExit = label }
            return 0
        }
        var accepted = 0
        for index in 0..<options.feedback.entries.count {
            let entry = options.feedback.entries[index]
            guard entry.label == label, entry.onEnter == entering, !entering || confidence >= entry.leastConfidence else {
                continue
            }
            guard let issued = clockSync.deviceTime(atHost: now),
                outbox.add(entry.action, timeToLive: entry.timeToLive, issued: issued, now: now) != nil
            else {
                statistics.commandsDropped += 1
                continue
            }
            accepted += 1
        }
        sendDueCommands(now)
        return accepted
    }

    func sendDueCommands(_ now: UInt64) {
        while memory.hasRoom, let message = outbox.poll(now: now), var writer = begin(.feedback, now) {
            message.write(to: &writer)
            finish(writer)
            statistics.commandsSent += 1
        }
    }

    /// Microseconds without a window after which an active label is left.
    private var longestHold: UInt64 {
        guard let model, let profile else { return 2_000_000 }
        let hop = Double(model.weights.shape.schedule.hop) / profile.rate
        return max(2_000_000, UInt64(min(2.5 * hop, 3600) * 1_000_000))
    }

    /// Everything the host says without being asked.
    func runTimers(_ now: UInt64) {
        let isGreeted = !needsHello
        if now >= timers.lastHeard + LinkTimers.silence, isGreeted, !timers.isSilent {
            timers.isSilent = true
            observer.linkChanged(.silent, statistics: statistics)
        }
        if now >= timers.helloDue, !isGreeted || timers.isSilent {
            sendHello(now)
        }
        if hello == nil, !timers.hasComplained, now >= timers.opened + LinkTimers.silence {
            timers.hasComplained = true
            let bytes = decoder.counters.bytes
            observer.linkChanged(bytes > 0 ? .unintelligible(bytes: bytes) : .mute, statistics: statistics)
        }
        if now >= timers.heartbeatDue { sendHeartbeat(now) }
        if now >= timers.statisticsDue {
            timers.toldStatistics(now)
            collectStatistics()
            observer.linkChanged(.statistics, statistics: statistics)
        }
        if let due = timers.timeSyncDue, now >= due { sendTimeSync(now) }
        if now >= lastWindow + longestHold { abandonLabel() }
        settleOwedCommands(now)
        sendDueConfiguration(now)
        sendDueCommands(now)
        while let outcome = outbox.expire(now: now) { settle(outcome) }
    }

    func settle(_ outcome: FeedbackOutbox.Outcome) {
        statistics.commandsSettled[Int(outcome.fate.rawValue)] += 1
        observer.feedbackSettled(outcome)
    }
}
