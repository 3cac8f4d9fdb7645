import MotionCore

// MARK: - Samples

extension DeviceLink {
    /// Takes one sample. A frame leaves when it is full or would wait too long; without room in the queue its samples are dropped
    /// and counted.
    ///
    /// - Parameters:
    ///   - counts: one raw count per announced channel.
    ///   - takenAt: by the sample clock, in microseconds; not before the sample pushed last.
    @_noAllocation
    public mutating func push(_ counts: UnsafePointer<Int16>, takenAt: UInt64, now: UInt64) {
        if batch.isOutOfStep(takenAt) { flush(now: now) }
        batch.append(counts, time: takenAt)
        if batch.isFull { flush(now: now) }
    }

    /// Accounts samples that the sensor took and the firmware missed.
    @_noAllocation
    public mutating func drop(_ samples: UInt16, now: UInt64) {
        flush(now: now)
        samplesDropped &+= UInt32(samples)
        nextIndex &+= samples
    }

    /// Queues the samples that wait, without letting the frame fill.
    @_noAllocation
    public mutating func flush(now: UInt64) {
        guard batch.count > 0 else { return }
        // A new session's DATA may not come before its HELLO.
        if !isAnnounced { sendHello(isReply: false, now: now) }
        if !isAnnounced || !sendBatch() { samplesDropped &+= UInt32(batch.count) }
        nextIndex &+= UInt16(batch.count)
        batch.removeAll()
    }

    @_noAllocation
    private mutating func sendBatch() -> Bool {
        let time = UInt32(truncatingIfNeeded: batch.firstTime)
        var writer = encoder.begin(
            FrameHeader(
                .data, isReply: false, sessionTag: sessionTag, index: nextIndex, time: time, count: UInt8(batch.count), stream: 0))
        batch.write(to: &writer)
        return queue.append(writer, from: encoder)
    }
}

// MARK: - Everything else

extension DeviceLink {
    /// Index of the sample that was pushed last.
    public var lastIndex: UInt16 {
        @_noAllocation get { nextIndex &+ UInt16(batch.count) &- 1 }
    }

    /// Sends a prediction of the device's own, after the samples that it rests on.
    ///
    /// - Parameter scores: the window's probabilities in Q15, one per label, before smoothing. Left out if they do not fit.
    /// - Returns: whether there was room.
    @_noAllocation
    public mutating func send(
        _ prediction: PredictionMessage, scores: UnsafePointer<Int16>, scoreCount: Int, now: UInt64
    ) -> Bool {
        flush(now: now)
        var writer = begin(.prediction, isReply: false, now: now)
        prediction.write(to: &writer)
        if scoreCount <= PredictionMessage.mostScores {
            for label in 0..<scoreCount { writer.u16(UInt16(bitPattern: scores[label])) }
        }
        return queue.append(writer, from: encoder)
    }

    /// Sends an event, such as a button's.
    ///
    /// - Returns: whether there was room.
    @_noAllocation
    public mutating func send(_ event: EventMessage, now: UInt64) -> Bool {
        var writer = begin(.event, isReply: false, now: now)
        event.write(to: &writer)
        return queue.append(writer, from: encoder)
    }

    /// Sends a line for people. What does not fit a frame is cut, between bytes.
    ///
    /// - Parameter text: UTF-8.
    /// - Returns: whether there was room.
    @_noAllocation @discardableResult
    public mutating func send(log level: LogLevel, _ text: Span<UInt8>, now: UInt64) -> Bool {
        var writer = begin(.log, isReply: false, now: now)
        writer.u8(level.code)
        for index in 0..<min(text.count, FrameLimits.payload - 1) { writer.u8(text[index]) }
        return queue.append(writer, from: encoder)
    }

    @_noAllocation
    mutating func sendHello(isReply: Bool, now: UInt64) {
        var writer = begin(.hello, isReply: isReply, now: now)
        identity.write(to: &writer)
        guard queue.append(writer, from: encoder) else { return }
        helloAt = now
        isAnnounced = true
        undescribed = if case _? = identity.describedChannels { 0 } else { nil }
        describeChannels(now: now)
    }

    /// Queues as many CHANNELS as there is room for: all of them after every HELLO.
    @_noAllocation
    mutating func describeChannels(now: UInt64) {
        while let first = undescribed {
            var writer = begin(.channels, isReply: false, now: now)
            let next = ChannelsMessage(session: identity.session, first: first).write(identity.sensor, to: &writer)
            guard queue.append(writer, from: encoder) else { return }
            undescribed = next < identity.sensor.channelCount ? UInt8(truncatingIfNeeded: next) : nil
        }
    }

    @_noAllocation
    mutating func sendHeartbeat(now: UInt64) {
        let counters = decoder.counters
        var heartbeat = HeartbeatMessage()
        heartbeat.uptime = UInt32(truncatingIfNeeded: (now - bootedAt) / 1000)
        heartbeat.framesSent = queue.frames
        heartbeat.framesReceived = counters.frames
        heartbeat.framingErrors = counters.framingErrors
        heartbeat.crcErrors = counters.crcErrors
        heartbeat.refused = counters.unknown &+ counters.versionMismatches &+ counters.malformed &+ wrongSide
        heartbeat.samplesDropped = samplesDropped
        heartbeat.flags = (feedback.isAnyOn ? 1 : 0) | (feedback.failsafeActed ? 2 : 0)
        heartbeat.health = health
        var writer = begin(.heartbeat, isReply: false, now: now)
        heartbeat.write(to: &writer)
        guard queue.append(writer, from: encoder) else { return }
        heartbeatAt = now
        feedback.clearFailsafeActed()
    }

    @_noAllocation
    mutating func answerTimeSync(_ request: TimeSyncMessage, now: UInt64) {
        var writer = begin(.timeSync, isReply: true, now: now)
        TimeSyncMessage(requested: request.requested, received: deviceTime(now), answered: deviceTime(now)).write(to: &writer)
        if queue.append(writer, from: encoder) { feedback.isClockInDoubt = false }
    }

    /// Without room the ACK is lost like one that the line lost: the host repeats, and is told “duplicate”.
    @_noAllocation @discardableResult
    mutating func acknowledge(
        _ sequence: UInt16, _ status: AckMessage.Status, _ kind: MessageKind, applied: UInt32, now: UInt64
    ) -> AckMessage {
        let ack = AckMessage(sequence: sequence, status: status, type: kind, applied: applied)
        var writer = begin(.ack, isReply: true, now: now)
        ack.write(to: &writer)
        _ = queue.append(writer, from: encoder)
        return ack
    }

    /// Without room it is lost like one that the line lost: the host asks again.
    @_noAllocation
    mutating func send(_ answer: InstalledMessage, now: UInt64) {
        var writer = begin(.installed, isReply: true, now: now)
        answer.write(to: &writer)
        _ = queue.append(writer, from: encoder)
    }

    @_noAllocation
    private func begin(_ kind: MessageKind, isReply: Bool, now: UInt64) -> PayloadWriter {
        let time = UInt32(truncatingIfNeeded: sampleTime(now))
        return encoder.begin(
            FrameHeader(kind, isReply: isReply, sessionTag: sessionTag, index: nextIndex, time: time, count: 0, stream: 0))
    }
}
