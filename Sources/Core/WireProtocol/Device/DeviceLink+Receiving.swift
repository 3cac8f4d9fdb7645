import MotionCore

extension DeviceLink {
    /// Takes one received byte, and queues what a frame that it completes asks for in answer.
    ///
    /// - Returns: what the frame means to the program; nil for most bytes.
    @_noAllocation
    public mutating func receive(_ byte: UInt8, now: UInt64) -> DeviceEvent? {
        if decoder.push(byte) { return handleFrame(now: now) }
        if decoder.counters.malformed != malformedSeen {
            malformedSeen = decoder.counters.malformed
            return refuse(now: now)
        }
        if decoder.counters.versionMismatches != mismatchesSeen {
            mismatchesSeen = decoder.counters.versionMismatches
            answerMismatch(now: now)
        }
        return nil
    }

    /// Answers a CONFIG that `receive` handed out.
    @_noAllocation
    public mutating func answer(_ config: ConfigMessage, _ answer: ConfigAnswer, now: UInt64) {
        switch answer {
        case .unsupported:
            acknowledge(config.sequence, .unsupported, .config, applied: 0, now: now)
        case .unchanged:
            accept(config, now: now)
        case .changed(let identity):
            // Samples and ACK leave first: they carry the old session's index.
            flush(now: now)
            accept(config, now: now)
            beginSession(identity, now: now)
        }
    }

    /// Answers a step of an installation that `receive` handed out.
    ///
    /// - Parameters:
    ///   - next: how many of the image's bytes the device has; sent only where an answer tells it (§6.13).
    ///   - identity: what HELLO announces from now on, if another image runs now: a new session begins. Nil: the same as before.
    @_noAllocation
    public mutating func answer(
        _ message: InstallMessage, _ status: InstalledMessage.Status, next: UInt32, identity: HelloMessage?, now: UInt64
    ) {
        var answer = InstalledMessage(answering: message, status, next: next)
        if !answer.tellsNext { answer.next = 0 }
        installed = answer
        // As with a CONFIG: samples and answer carry the old session's index.
        if case _? = identity { flush(now: now) }
        send(answer, now: now)
        if let identity { beginSession(identity, now: now) }
    }

    /// Begins a new session: another tag, no command remembered, HELLO before the next DATA. What waits leaves before it.
    ///
    /// - Parameter identity: with a new session id; one that happens to be the present one is raised by one.
    @_noAllocation
    public mutating func beginSession(_ identity: HelloMessage, now: UInt64) {
        Self.check(identity)
        flush(now: now)
        let ended = self.identity.session
        self.identity = identity
        self.identity.announce(feedback.units)
        if identity.session == ended { self.identity.session &+= 1 }
        batch.reconfigure(channels: identity.sensor.channelCount, rate: identity.sensor.rate)
        sessionTag = sessionTag % 7 + 1
        isAnnounced = false
        // What is left to be described is of the session before.
        undescribed = nil
        feedback.forgetCommands()
        sendHello(isReply: false, now: now)
    }
}

// MARK: - Frames of the host

extension DeviceLink {
    @_noAllocation
    private mutating func handleFrame(now: UInt64) -> DeviceEvent? {
        let payload = decoder.payload
        let isReply = decoder.header.isReply
        switch decoder.header.kind {
        case .hello:
            guard let hello = HelloMessage(payload), hello.role == .host else { return countWrongSide() }
            feedback.hostWasHeard(now: now)
            return greet(hello.session, isReply: isReply, now: now)
        case .config:
            guard let config = ConfigMessage(payload) else { return nil }
            feedback.hostWasHeard(now: now)
            return configure(config, now: now)
        case .timeSync:
            guard !isReply else { return countWrongSide() }
            feedback.hostWasHeard(now: now)
            answerTimeSync(TimeSyncMessage(payload), now: now)
            return .timeSynchronised
        case .feedback:
            guard let command = FeedbackMessage(payload) else { return nil }
            feedback.hostWasHeard(now: now)
            return obey(command, now: now)
        case .prediction:
            feedback.hostWasHeard(now: now)
            return .predicted(PredictionMessage(payload))
        case .heartbeat:
            feedback.hostWasHeard(now: now)
            return .hostAlive(HeartbeatMessage(payload))
        case .labels:
            guard let labels = LabelsMessage(payload) else { return nil }
            feedback.hostWasHeard(now: now)
            return .labelled(labels)
        case .install:
            guard let message = InstallMessage(payload) else { return nil }
            feedback.hostWasHeard(now: now)
            return install(message, now: now)
        case .goodbye:
            feedback.hostWasHeard(now: now)
            feedback.hostLeft(now: now)
            hostSession = nil
            return .hostLeft
        case .data, .ack, .log, .event, .installed, .channels, nil:
            return countWrongSide()
        }
    }

    @_noAllocation
    private mutating func countWrongSide() -> DeviceEvent? {
        wrongSide &+= 1
        return nil
    }

    @_noAllocation
    private mutating func greet(_ session: UInt32, isReply: Bool, now: UInt64) -> DeviceEvent {
        let isNew = session != hostSession
        if isNew {
            feedback.forgetCommands()
            installed = nil
        }
        hostSession = session
        // A HELLO that is an answer gets none: otherwise the two sides would never stop.
        if !isReply { sendHello(isReply: true, now: now) }
        return .hostGreeted(session: session, isNew: isNew)
    }

    @_noAllocation
    private mutating func configure(_ config: ConfigMessage, now: UInt64) -> DeviceEvent? {
        guard config.isInRange, config.isAllowed(by: identity.capabilities) else {
            acknowledge(config.sequence, .unsupported, .config, applied: 0, now: now)
            return nil
        }
        if config.rate == nil, config.accelerationFullScale == nil, config.rotationFullScale == nil, config.keep == nil {
            accept(config, now: now)
            return nil
        }
        return .configurationAsked(config)
    }

    @_noAllocation
    private mutating func accept(_ config: ConfigMessage, now: UInt64) {
        if let limit = config.samplesPerFrame {
            batch.limit = Int(limit)
            // A batch that is longer than the new limit already leaves as it is.
            if batch.count >= batch.limit { flush(now: now) }
        }
        acknowledge(config.sequence, .ok, .config, applied: UInt32(truncatingIfNeeded: deviceTime(now)), now: now)
    }

    @_noAllocation
    private mutating func obey(_ command: FeedbackMessage, now: UInt64) -> DeviceEvent {
        let decision = feedback.receive(command, deviceTime: UInt32(truncatingIfNeeded: deviceTime(now)), now: now)
        let ack = acknowledge(command.sequence, decision.status, .feedback, applied: decision.applied, now: now)
        return .commanded(ack, decision.change)
    }

    /// A repetition gets the answer that it did not hear.
    @_noAllocation
    private mutating func install(_ message: InstallMessage, now: UInt64) -> DeviceEvent? {
        if let installed, installed.sequence == message.sequence, installed.step == message.code {
            send(installed, now: now)
            return nil
        }
        if identity.capabilities.contains(.installs) { return .installing(message) }
        send(InstalledMessage(answering: message, .unsupported, next: 0), now: now)
        return nil
    }

    /// A broken request whose sequence can be read is refused, so that the host need not wait.
    @_noAllocation
    private mutating func refuse(now: UInt64) -> DeviceEvent? {
        guard let kind = decoder.header.kind, kind == .feedback || kind == .config, decoder.payload.count >= 2 else { return nil }
        let ack = acknowledge(decoder.payload.u16(0), .refused, kind, applied: 0, now: now)
        return kind == .feedback ? .commanded(ack, nil) : nil
    }

    @_noAllocation
    private mutating func answerMismatch(now: UInt64) {
        if let last = mismatchAnsweredAt, now - last < TimeOuts.mismatchAnswer { return }
        mismatchAnsweredAt = now
        sendHello(isReply: false, now: now)
    }
}

extension ConfigMessage {
    /// Whether it asks for nothing that a device's capabilities deny.
    @_noAllocation
    func isAllowed(by capabilities: Capabilities) -> Bool {
        if case _? = rate, !capabilities.contains(.setsRate) { return false }
        if case _? = keep, !capabilities.contains(.keepsConfiguration) { return false }
        if capabilities.contains(.setsRanges) { return true }
        if case _? = accelerationFullScale { return false }
        if case _? = rotationFullScale { return false }
        return true
    }

    /// Whether all values asked for make sense to any device (PROTOCOL.md §6.3).
    var isInRange: Bool {
        @_noAllocation get {
            if let rate, !(rate > 0 && rate <= SensorDescription.mostRate) { return false }
            if let range = accelerationFullScale, !(range > 0 && range.isFinite) { return false }
            if let range = rotationFullScale, !(range > 0 && range.isFinite) { return false }
            if let keep, keep > 1 { return false }
            if let samples = samplesPerFrame, samples < 1 || Int(samples) > FrameLimits.samples { return false }
            return true
        }
    }
}
