import Channels

extension HostLink {
    /// Takes one received byte.
    ///
    /// - Returns: what the frame that it completes means to the program; nil for most bytes. `next` has what else it means.
    @_noAllocation
    public mutating func receive(_ byte: UInt8, now: UInt64) -> HostEvent? {
        guard decoder.push(byte) else { return nil }
        guard decoder.header.mayComeFromDevice else {
            // An echo of a host's frame; its header is not the device's.
            wrongSide &+= 1
            return nil
        }
        var announced: UInt32?
        if case .hello? = decoder.header.kind {
            guard let message = HelloMessage(decoder.payload), message.role == .device else { return nil }
            announced = message.session
        }
        timers.heard(now)
        contentWaits = true
        return follow(continuity.observe(decoder.header, announced: announced), now)
    }

    /// What else the last frame means. To be called after `receive` until it returns nil.
    @_noAllocation
    public mutating func next(now: UInt64) -> HostEvent? {
        guard contentWaits else { return nil }
        contentWaits = false
        let payload = decoder.payload
        switch decoder.header.kind {
        case .hello: return greet(now)
        case .data: return takeSamples()
        case .timeSync:
            return clock.observe(TimeSyncMessage(payload), arrived: now) ? .synchronised : nil
        case .ack: return acknowledge(AckMessage(payload), now)
        case .heartbeat: return .heartbeat(HeartbeatMessage(payload))
        case .event: return .event(EventMessage(payload))
        case .log: return .log(payload)
        case .prediction: return isGreeted ? .predicted(PredictionMessage(payload), payload) : nil
        case .config, .feedback, nil: return nil
        }
    }

    /// Acts on what the header says about the frames before it (PROTOCOL.md §7).
    @_noAllocation
    private mutating func follow(_ verdict: SampleContinuity.Verdict, _ now: UInt64) -> HostEvent? {
        let time = decoder.header.time
        defer { lastFrameTime = time }
        switch verdict {
        case .contiguous: advanceStreamTime(to: time)
        case .lost(let samples):
            advanceStreamTime(to: time)
            rateMeter.lose(samples)
            return .lost(samples: samples)
        case .restarted:
            isGreeted = false
            timers.askNow(now)
            return .restarted(voided: forgetDevice())
        case .newSession: isGreeted = false
        }
        return next(now: now)
    }

    /// The first frame is time 0; DATA may lie a little before it.
    @_noAllocation
    private mutating func advanceStreamTime(to time: UInt32) {
        guard let last = lastFrameTime else { return }
        let step = Int64(Int32(bitPattern: time &- last))
        streamTime = UInt64(max(0, Int64(clamping: streamTime) + step))
    }

    /// The device has another memory and another clock now: what waits for it is void.
    ///
    /// - Returns: how many commands waited.
    @_noAllocation
    private mutating func forgetDevice() -> Int {
        clock.reset()
        return outbox.removeAll()
    }

    /// Only a HELLO that is new: devices repeat it.
    @_noAllocation
    private mutating func greet(_ now: UInt64) -> HostEvent? {
        guard !isGreeted, let announced = HelloMessage(decoder.payload) else { return nil }
        device = announced
        isGreeted = true
        let voided = forgetDevice()
        rateMeter.reset()
        rateRequest.sessionBegan()
        timers.greeted(now)
        return .greeted(voided: voided)
    }

    @_noAllocation
    private mutating func takeSamples() -> HostEvent? {
        let header = decoder.header
        samples += UInt64(header.count)
        // Scales and channels are those of the announced session only.
        guard isGreeted, let sensor = device?.sensor else { return nil }
        guard decoder.payload.count == Int(header.count) * sensor.channelCount * 2 else {
            unusableFrames += 1
            return .unusable
        }
        rateMeter.observe(samples: Int(header.count), at: streamTime)
        return .samples(SampleFrame(header, decoder.payload, channels: sensor.channelCount, streamTime: streamTime))
    }

    @_noAllocation
    private mutating func acknowledge(_ ack: AckMessage, _ now: UInt64) -> HostEvent? {
        guard ack.type == MessageKind.config.code else {
            return if let outcome = outbox.acknowledge(ack, now: now) { .settled(outcome) } else { nil }
        }
        if rateRequest.isAwaited {
            if ack.status == AckMessage.Status.ok.code { rateRequest.accepted(now) } else { rateRequest.refused(now) }
        }
        return .configured(ack)
    }
}
