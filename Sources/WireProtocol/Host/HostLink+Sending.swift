extension HostLink {
    /// Queues a command for an actuator; it is repeated until it is acknowledged, too late, or was sent four times.
    ///
    /// - Parameter timeToLive: milliseconds from now beyond which it must not be applied, 1 … 10,000.
    /// - Returns: whether it was accepted: false while the device's clock is not known, and while sixteen wait already.
    @_noAllocation
    public mutating func command(_ action: ActuatorAction, timeToLive: UInt16, now: UInt64) -> Bool {
        guard let issued = clock.deviceTime(atHost: now),
            case _? = outbox.add(action, timeToLive: timeToLive, issued: issued, now: now)
        else { return false }
        sendDueCommands(now)
        return true
    }

    /// Commands wait no more: the program has no use for their answers.
    ///
    /// - Returns: how many were dropped.
    @_noAllocation
    public mutating func dropCommands() -> Int { outbox.removeAll() }

    /// Tells the device what was decided about a window.
    @_noAllocation
    public mutating func send(_ prediction: PredictionMessage, now: UInt64) {
        var writer = begin(.prediction, now)
        prediction.write(to: &writer)
        finish(writer)
    }

    /// Asks a device that can for another rate; a new session answers, or `HostEvent.rateRefused` does.
    ///
    /// - Returns: false, and nothing is asked, if the device cannot, or was asked already and came back with a wrong rate.
    @_noAllocation
    public mutating func ask(forRate rate: Float, now: UInt64) -> Bool {
        guard let capabilities = device?.capabilities, capabilities.contains(.setsRate), !rateRequest.wasAsked else { return false }
        rateRequest.ask(rate, sequence: UInt16(truncatingIfNeeded: queue.frames))
        sendDueRequest(now)
        return true
    }

    /// The present session's rate is as wanted: a later one may be asked again.
    @_noAllocation
    public mutating func acceptRate() { rateRequest.rateFits() }
}

// MARK: - What is due

extension HostLink {
    /// Does what is due: HELLO, HEARTBEAT, TIMESYNC, repetitions, and what is given up. Call it until it returns nil, after
    /// receiving, at least every 50 ms or by `nextDeadline`.
    @_noAllocation
    public mutating func poll(now: UInt64) -> HostEvent? {
        if decoder.counters.versionMismatches > 0, !hasToldVersion {
            hasToldVersion = true
            return .otherVersion
        }
        if isGreeted, timers.fallsSilent(now) { return .silent }
        if now >= timers.helloDue, !isGreeted || timers.isSilent { sendHello(now) }
        if case nil = device, !hasComplained, now >= timers.opened + TimeOuts.silence {
            hasComplained = true
            let bytes = decoder.counters.bytes
            return bytes > 0 ? .unintelligible(bytes: bytes) : .mute
        }
        if now >= timers.heartbeatDue { sendHeartbeat(now) }
        if timers.isTimeSyncDue(now) { sendTimeSync(now) }
        sendDueRequest(now)
        if rateRequest.fails(now) { return .rateRefused }
        sendDueCommands(now)
        return if let outcome = outbox.expire(now: now) { .settled(outcome) } else { nil }
    }

    /// When `poll` next has something to do if nothing is received; commands that wait are looked after every 20 ms.
    @_noAllocation
    public func nextDeadline(now: UInt64) -> UInt64 {
        var deadline = timers.nextDeadline(isGreeted: isGreeted)
        if case nil = device, !hasComplained { deadline = min(deadline, timers.opened + TimeOuts.silence) }
        if let due = rateRequest.nextDeadline { deadline = min(deadline, due) }
        return outbox.isWaiting ? min(deadline, now + Self.commandCare) : deadline
    }

    private static var commandCare: UInt64 { @_noAllocation get { 20_000 } }

    @_noAllocation
    mutating func sendHello(_ now: UInt64) {
        timers.sentHello(now)
        var writer = begin(.hello, now)
        HelloMessage(role: .host, session: session).write(to: &writer)
        finish(writer)
    }

    @_noAllocation
    private mutating func sendHeartbeat(_ now: UInt64) {
        timers.sentHeartbeat(now)
        let seen = decoder.counters
        var heartbeat = HeartbeatMessage()
        heartbeat.uptime = UInt32(truncatingIfNeeded: (now - timers.opened) / 1000)
        heartbeat.framesSent = queue.frames
        heartbeat.framesReceived = seen.frames
        heartbeat.framingErrors = seen.framingErrors
        heartbeat.crcErrors = seen.crcErrors
        heartbeat.refused = seen.unknown &+ seen.versionMismatches &+ seen.malformed &+ wrongSide
        var writer = begin(.heartbeat, now)
        heartbeat.write(to: &writer)
        finish(writer)
    }

    @_noAllocation
    private mutating func sendTimeSync(_ now: UInt64) {
        timers.sentTimeSync(now)
        var writer = begin(.timeSync, now)
        TimeSyncMessage(requested: now).write(to: &writer)
        finish(writer)
    }

    @_noAllocation
    private mutating func sendDueRequest(_ now: UInt64) {
        guard let message = rateRequest.due(now) else { return }
        var writer = begin(.config, now)
        message.write(to: &writer)
        finish(writer)
    }

    @_noAllocation
    private mutating func sendDueCommands(_ now: UInt64) {
        // What is taken out of the outbox counts as sent: only while there is room.
        while queue.capacity - queue.count >= FrameLimits.wire, let message = outbox.poll(now: now) {
            var writer = begin(.feedback, now)
            message.write(to: &writer)
            finish(writer)
            commandsSent += 1
        }
    }

    /// Starts a frame.
    @_noAllocation
    private func begin(_ kind: MessageKind, _ now: UInt64) -> PayloadWriter {
        encoder.begin(
            FrameHeader(kind, isReply: false, sessionTag: 0, index: 0, time: UInt32(truncatingIfNeeded: now), count: 0, stream: 0))
    }

    /// Queues it; without room it is left out and counted.
    @_noAllocation
    private mutating func finish(_ writer: PayloadWriter) {
        if !queue.append(writer, from: encoder) { framesLeftOut &+= 1 }
    }
}
