import MotionCore

extension HostLink {
    /// Takes one received byte.
    ///
    /// - Returns: what the frame that it completes means to the program; nil for most bytes. `next` has what else it means.
    @_noAllocation
    public mutating func receive(_ byte: UInt8, now: UInt64) -> HostEvent? {
        guard decoder.push(byte) else { return refused() }
        guard decoder.header.mayComeFromDevice else {
            // An echo of a host's frame; its header is not the device's.
            wrongSide &+= 1
            return nil
        }
        var announced: HelloMessage?
        var uptime: UInt32?
        switch decoder.header.kind {
        case .hello:
            guard let message = HelloMessage(decoder.payload) else { return nil }
            guard message.role == .device else { return echoed(message) }
            announced = message
        case .heartbeat: uptime = HeartbeatMessage(decoder.payload).uptime
        default: break
        }
        timers.heard(now)
        contentWaits = true
        let isReplay = isReplay || announced?.capabilities.contains(.replays) ?? false
        let isRenewed = isGreeted && isOther(announced)
        if isRenewed, announced?.session == continuity.session { notice(.keepsSession) }
        let pace: SamplePace? = if let measured = rateWatch.pace { measured } else { SamplePace(rate: device?.sensor.rate ?? 0) }
        let verdict = continuity.observe(
            decoder.header, checksum: decoder.checksum, announced: announced?.session, isRenewed: isRenewed, uptime: uptime,
            pace: pace, isReplay: isReplay, now: now)
        newestTime = continuity.newestTime
        return follow(verdict, now)
    }

    /// What else the last frame means. To be called after `receive` until it returns nil.
    @_noAllocation
    public mutating func next(now: UInt64) -> HostEvent? {
        if contentWaits {
            contentWaits = false
            if let event = content(now) { return event }
        }
        if let news = rateNews {
            rateNews = nil
            switch news {
            case .wrong(let pace, let byHostClock): return .rateWrong(pace, byHostClock: byHostClock)
            case .right: return .rateRight
            }
        }
        guard let found = irregularity else { return nil }
        irregularity = nil
        return .irregular(found)
    }

    @_noAllocation
    private mutating func content(_ now: UInt64) -> HostEvent? {
        let payload = decoder.payload
        switch decoder.header.kind {
        case .hello: return greet(now)
        case .data: return takeSamples(now)
        case .timeSync: return synchronise(TimeSyncMessage(payload), now)
        case .ack: return acknowledge(AckMessage(payload), now)
        case .heartbeat: return .heartbeat(HeartbeatMessage(payload))
        case .event: return .event(EventMessage(payload))
        case .log: return .log(payload)
        case .prediction: return isGreeted ? .predicted(PredictionMessage(payload), payload) : nil
        case .installed: return .installed(InstalledMessage(payload))
        case .channels: return describe(now)
        case .config, .feedback, .labels, .goodbye, .install, nil: return nil
        }
    }

    /// Acts on what the header says about the frames before it (PROTOCOL.md §7).
    @_noAllocation
    private mutating func follow(_ verdict: SampleContinuity.Verdict, _ now: UInt64) -> HostEvent? {
        if continuity.held > 100_000 { notice(.holdsSamples(milliseconds: Int(continuity.held / 1000))) }
        if continuity.countsWaiting { notice(.countsWaiting) }
        if continuity.numbersBackwards { notice(.indexGoesBack) }
        switch verdict {
        case .repeated:
            contentWaits = false
            notice(.repeatsFrames)
            return next(now: now)
        case .contiguous: break
        case .lost(let samples):
            rateMeter.lose(samples)
            rateWatch.lose(samples)
            return .lost(samples: samples)
        case .clockSet:
            rateMeter.reset()
            rateWatch.reset()
            timers.exchangeClocks(now)
            if clock.isSynchronised { timers.forgotClock(now) }
            return .clockSet(voided: forgetDevice())
        case .restarted:
            isGreeted = false
            timers.askNow(now)
            return .restarted(voided: forgetDevice())
        case .newSession: isGreeted = false
        }
        return next(now: now)
    }

    /// Says once that the device breaks a rule.
    @_noAllocation
    private mutating func notice(_ found: Irregularity) {
        guard told.irregularities & found.bit == 0 else { return }
        told.irregularities |= found.bit
        irregularity = found
    }

    /// A frame was refused. Of a HELLO the program hears why, once for each reason.
    @_noAllocation
    private mutating func refused() -> HostEvent? {
        guard decoder.counters.malformed != malformedSeen else { return nil }
        malformedSeen = decoder.counters.malformed
        switch decoder.header.kind {
        case .hello: if let fault = HelloMessage.fault(in: decoder.payload) { return refuse(fault) }
        case .channels: if case .failure(let fault) = ChannelsMessage.read(decoder.payload) { return refuse(fault) }
        default: break
        }
        return nil
    }

    @_noAllocation
    private mutating func refuse(_ fault: HelloFault) -> HostEvent? {
        guard told.faults & (1 << UInt32(fault.code)) == 0 else { return nil }
        told.faults |= 1 << UInt32(fault.code)
        return .helloRefused(fault)
    }

    /// A host's HELLO: our own, if nobody else is on the line.
    @_noAllocation
    private mutating func echoed(_ hello: HelloMessage) -> HostEvent? {
        guard hello.session == session, !told.loopback else { return nil }
        told.loopback = true
        return .loopback
    }

    /// Whether a HELLO announces other samples than the present session's.
    @_noAllocation
    private func isOther(_ announced: HelloMessage?) -> Bool {
        guard let announced, let device else { return false }
        return !device.sensor.isAnnounced(by: announced)
    }

    /// The device has another memory and another clock now: what waits for it is void.
    ///
    /// - Returns: how many commands waited.
    @_noAllocation
    private mutating func forgetDevice() -> Int {
        clock.reset()
        asked = OpenRequests()
        return outbox.removeAll()
    }

    /// Devices repeat their HELLO: only one that is new changes anything.
    @_noAllocation
    private mutating func greet(_ now: UInt64) -> HostEvent? {
        if isGreeted { return .announcedAgain }
        guard let announced = HelloMessage(decoder.payload) else { return nil }
        guard case nil = announced.describedChannels else {
            description.begin(announced)
            return nil
        }
        return greet(announced, now)
    }

    /// Channels of the present session, or of one whose HELLO came.
    @_noAllocation
    private mutating func describe(_ now: UInt64) -> HostEvent? {
        guard case .success(let message) = ChannelsMessage.read(decoder.payload) else { return nil }
        if isGreeted {
            guard let device, device.session == message.session, !message.isSame(as: device.sensor, decoder.payload) else {
                return nil
            }
            notice(.keepsSession)
            isGreeted = false
            description = ChannelCollection()
            timers.askNow(now)
            return .restarted(voided: forgetDevice())
        }
        description.take(message, decoder.payload)
        guard let announced = description.whole else { return nil }
        if let fault = announced.sensor.textFault {
            description = ChannelCollection()
            return refuse(fault)
        }
        return greet(announced, now)
    }

    /// What is announced is known whole.
    @_noAllocation
    private mutating func greet(_ announced: HelloMessage, _ now: UInt64) -> HostEvent? {
        description = ChannelCollection()
        device = announced
        isGreeted = true
        let voided = forgetDevice()
        rateMeter.reset()
        rateWatch.reset()
        rateRequest.sessionBegan()
        timers.greeted(now)
        told.clockUnknown = false
        return .greeted(voided: voided)
    }

    @_noAllocation
    private mutating func takeSamples(_ now: UInt64) -> HostEvent? {
        let header = decoder.header
        samples += UInt64(header.count)
        // Scales and channels are those of the announced session only.
        guard isGreeted, let channels = device?.sensor.channelCount, let rate = device?.sensor.rate else { return nil }
        guard decoder.payload.count == Int(header.count) * channels * 2 else {
            unusableFrames += 1
            return .unusable
        }
        rateMeter.observe(samples: Int(header.count), at: streamTime)
        rateNews = rateWatch.observe(
            samples: Int(header.count), at: streamTime, now: now, announced: rate, isReplay: isReplay)
        return .samples(SampleFrame(header, decoder.payload, channels: channels, streamTime: streamTime))
    }

    @_noAllocation
    private mutating func synchronise(_ answer: TimeSyncMessage, _ now: UInt64) -> HostEvent? {
        guard isGreeted, asked.close(answer.requested) else { return nil }
        let apart = Int32(bitPattern: decoder.header.time &- UInt32(truncatingIfNeeded: answer.answered))
        if !isReplay, apart.magnitude > 1_000_000 { notice(.clockImpossible) }
        switch clock.observe(answer, arrived: now) {
        case .taken: return .synchronised
        case .impossible:
            notice(.clockImpossible)
            return nil
        case .contradictory:
            timers.exchangeClocksOnceMore(now)
            return nil
        case .clockSet:
            timers.exchangeClocks(now)
            return .synchronised
        }
    }

    @_noAllocation
    private mutating func acknowledge(_ ack: AckMessage, _ now: UInt64) -> HostEvent? {
        guard ack.type == MessageKind.config.code else {
            guard let outcome = outbox.acknowledge(ack, now: now) else { return nil }
            if case .late? = outcome.status { timers.exchangeClocksOnceMore(now) }
            return .settled(outcome)
        }
        if rateRequest.isAwaited {
            if ack.status == AckMessage.Status.ok.code { rateRequest.accepted(now) } else { rateRequest.refused(now) }
        }
        return .configured(ack)
    }
}
