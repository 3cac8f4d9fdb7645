public import MotionCore

extension HostLink {
    /// Queues a command for an actuator; it is repeated until it is acknowledged, too late, or was sent four times.
    ///
    /// - Parameters:
    ///   - timeToLive: milliseconds beyond which it must not be applied, 1 … 10,000: from the motion on if it switches something
    ///     on in answer to one, from now on if not.
    ///   - motion: device time of the last sample of the window that asks for it; nil: it answers none.
    ///   - cause: why, which is told with what becomes of it.
    @_noAllocation
    public mutating func command(
        _ action: ActuatorAction, timeToLive: UInt16, motion: UInt32?, cause: CommandCause, now: UInt64
    ) -> CommandVerdict {
        guard device?.allows(action) ?? true else { return .denied }
        guard let present = presentDeviceTime(now) else { return .clockUnknown }
        var (issued, life, age) = (present, timeToLive, UInt64(0))
        let isOff = if case .off = action.pattern { true } else { false }
        if let motion, !isOff, !isReplay {
            issued = motion
            // The device counts by its own clock, which may be slow.
            life = clock.deviceMilliseconds(within: timeToLive)
            age = UInt64(max(0, Int32(bitPattern: present &- motion)))
            if age >= UInt64(life) * 1000 { return .stale }
        }
        let compared = isReplay ? nil : motion
        guard case _? = outbox.add(action, timeToLive: life, issued: issued, age: age, motion: compared, cause: cause, now: now)
        else {
            return .full
        }
        sendDueCommands(now)
        return .accepted
    }

    /// Device time now, as far as it is known. Of a device that answers no TIMESYNC it is the newest that it has told.
    @_noAllocation
    private func presentDeviceTime(_ now: UInt64) -> UInt32? {
        if let time = clock.deviceTime(atHost: now) { return time }
        return isCommandable(now) ? newestTime : nil
    }

    /// Whether commands can be sent: the device's clock is known, or it has not told it in 3 s.
    @_noAllocation
    public func isCommandable(_ now: UInt64) -> Bool {
        clock.isSynchronised || (isGreeted && now >= timers.clockUnknown + TimeOuts.clockPatience)
    }

    /// The times of the samples are those of a recording, not of the clock that answers TIMESYNC.
    var isReplay: Bool { @_noAllocation get { device?.capabilities.contains(.replays) ?? false } }

    /// The end: the device turns off at once what was commanded. To be written before the port is closed.
    @_noAllocation
    public mutating func sayGoodbye(now: UInt64) {
        finish(begin(.goodbye, now))
    }

    /// Names the classes, for a device that shows them: as many as fit into a frame. A 255th class has no name there, and if it is
    /// that of rest, the device is told that there is none.
    ///
    /// - Parameters:
    ///   - labels: all of them, 255 at most.
    ///   - first: the one to begin with.
    ///   - rest: its class; 255: none.
    /// - Returns: the next to begin with; the number of labels after the last one.
    @_noAllocation
    public mutating func send(labels: Span<ShortText>, first: Int, rest: UInt8, now: UInt64) -> Int {
        let count = min(labels.count, LabelsMessage.mostNames)
        let isSound = labels.count <= 255 && first < count
        precondition(isSound, "a network has 255 classes at most, of which 254 have names here")
        var writer = begin(.labels, now)
        LabelsMessage(count: UInt8(count), first: UInt8(first), rest: rest < count ? rest : 255).write(to: &writer)
        var next = first
        while next < count, LabelsMessage.write(name: labels[next], to: &writer) { next += 1 }
        finish(writer)
        return next < count ? next : labels.count
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

    /// Sends a step of an installation, once: whoever installs repeats it.
    ///
    /// - Parameter bytes: of a block, 1 … `InstallMessage.mostBytes`; none otherwise.
    @_noAllocation
    public mutating func send(_ message: InstallMessage, bytes: UnsafeBufferPointer<UInt8>, now: UInt64) {
        var writer = begin(.install, now)
        message.write(to: &writer)
        for index in 0..<bytes.count { writer.u8(bytes[index]) }
        finish(writer)
    }

    /// Asks a device that can for another rate; a new session answers, or `HostEvent.rateRefused` does.
    ///
    /// - Parameter keepsRate: whether a device that can shall keep it over a reset, so as to go on at once; if not, it forgets what
    ///   it kept.
    /// - Returns: false, and nothing is asked, if the device cannot, or was asked already and came back with a wrong rate.
    @_noAllocation
    public mutating func ask(forRate rate: Float, keepsRate: Bool, now: UInt64) -> Bool {
        guard let capabilities = device?.capabilities, capabilities.contains(.setsRate), !rateRequest.wasAsked else { return false }
        rateRequest.ask(
            rate, keep: capabilities.contains(.keepsConfiguration) ? keepsRate : nil,
            sequence: UInt16(truncatingIfNeeded: queue.frames))
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
        if decoder.counters.versionMismatches > 0, !told.version {
            told.version = true
            return .otherVersion
        }
        if isGreeted, timers.fallsSilent(now) { return .silent }
        if now >= timers.helloDue, !isGreeted || timers.isSilent { sendHello(now) }
        if case nil = device, !told.complaint, now >= timers.opened + TimeOuts.silence {
            told.complaint = true
            if let complaint = complaint { return complaint }
        }
        if isGreeted, !told.clockUnknown, !clock.isSynchronised, isCommandable(now) {
            told.clockUnknown = true
            return .clockUnknown
        }
        if now >= timers.heartbeatDue { sendHeartbeat(now) }
        if timers.isTimeSyncDue(now) { sendTimeSync(now) }
        sendDueRequest(now)
        if rateRequest.fails(now) { return .rateRefused }
        sendDueCommands(now)
        return if let outcome = outbox.expire(now: now) { .settled(outcome) } else { nil }
    }

    /// Why there is no HELLO; nil if the program has heard it already.
    private var complaint: HostEvent? {
        @_noAllocation get {
            let seen = decoder.counters
            if told.loopback || told.faults != 0 { return nil }
            if seen.bytes == 0 { return .mute }
            if description.isUnderWay { return .channelsMissing }
            return seen.frames + wrongSide > 0 ? .helloMissing(frames: seen.frames) : .unintelligible(bytes: seen.bytes)
        }
    }

    /// When `poll` next has something to do if nothing is received; commands that wait are looked after every 20 ms.
    @_noAllocation
    public func nextDeadline(now: UInt64) -> UInt64 {
        var deadline = timers.nextDeadline(isGreeted: isGreeted)
        if case nil = device, !told.complaint { deadline = min(deadline, timers.opened + TimeOuts.silence) }
        if isGreeted, !told.clockUnknown, !clock.isSynchronised {
            deadline = min(deadline, timers.clockUnknown + TimeOuts.clockPatience)
        }
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
        asked.add(now)
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
