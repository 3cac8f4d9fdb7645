import Decision
import LSTMEngine
import MotionSignal
import WireProtocol

extension LivePipeline {
    /// One valid frame of the device.
    func receive(_ header: FrameHeader, _ payload: PayloadReader) {
        guard let kind = header.kind else { return }
        var announced: HelloMessage?
        if kind == .hello {
            guard let message = HelloMessage(payload), message.role == .device else { return }
            announced = message
        }
        timers.heard(readTime)
        let verdict = continuity.observe(header, announced: announced?.session)
        follow(verdict, header)
        switch kind {
        case .hello: if let announced, verdict == .newSession || needsHello { greet(announced) }
        case .data: receiveData(header, payload, lost: verdict.lostCount)
        case .timeSync:
            guard header.isReply else { return }
            clockSync.observe(TimeSyncMessage(payload), arrived: readTime)
            settleOwedExit(readTime)
        case .ack: receiveAck(AckMessage(payload))
        case .heartbeat: observer.messageReceived(.heartbeat(HeartbeatMessage(payload)))
        case .event: observer.messageReceived(.event(EventMessage(payload)))
        case .log: observer.messageReceived(.log(level: payload.u8(0), text: payload.text(from: 1)))
        case .config, .prediction, .feedback: break
        }
    }

    /// Acts on what the header says about the frames before it.
    private func follow(_ verdict: SampleContinuity.Verdict, _ header: FrameHeader) {
        switch verdict {
        case .contiguous:
            streamTime &+= UInt64(bitPattern: Int64(Int32(bitPattern: header.time &- lastFrameTime)))
        case .lost(let count):
            streamTime &+= UInt64(bitPattern: Int64(Int32(bitPattern: header.time &- lastFrameTime)))
            restartWindows()
            observer.linkChanged(.gap(samples: count), statistics: statistics)
        case .restarted:
            needsHello = true
            restartWindows()
            abandonLabel()
            clockSync.reset()
            statistics.commandsDropped += UInt64(outbox.removeAll())
            timers.askNow(readTime)
            observer.linkChanged(.restarted, statistics: statistics)
        case .newSession:
            restartWindows()
            abandonLabel()
        }
        lastFrameTime = header.time
    }

    /// What follows did not follow what came before.
    func restartWindows() {
        classifier?.restart()
        decisions?.interrupt()
    }

    /// Leaves the active label without a window that says so. Its exit commands go out at once, or, where the device's clock is not known
    /// (any more), as soon as it is.
    func abandonLabel() {
        guard let decisions else { return }
        let left = decisions.abandon(at: streamTime)
        guard left >= 0 else { return }
        owedExit = left
        observer.labelAbandoned(left, streamTime: streamTime)
    }

    /// Sends the exit commands that `abandonLabel` left behind.
    func settleOwedExit(_ now: UInt64) {
        guard owedExit >= 0, clockSync.isSynchronised else { return }
        _ = command(label: owedExit, entering: false, confidence: 0, now)
        owedExit = -1
    }

    private func greet(_ announced: HelloMessage) {
        hello = announced
        needsHello = false
        profile = nil
        clockSync.reset()
        statistics.commandsDropped += UInt64(outbox.removeAll())
        rateMeter.reset()
        timers.greeted(readTime)
        observer.linkChanged(.session(announced), statistics: statistics)
        guard let model else { return }
        do throws(MisfitError) {
            try checkRate(Double(announced.rate), model, announced)
            profile = try DeviceProfile(announced, model: model)
        } catch {
            if error.reason == .rate && awaitsConfiguration { return }
            misfit = error
        }
    }

    private func checkRate(_ rate: Double, _ model: LiveModel, _ announced: HelloMessage) throws(MisfitError) {
        guard let wanted = model.rate, (rate - wanted).magnitude > wanted * options.rateTolerance else {
            awaitsConfiguration = false
            return
        }
        let canChange = announced.capabilities.contains(.setsRate) && !awaitsConfiguration
        awaitsConfiguration = canChange
        if canChange { sendConfig(rate: wanted, readTime) }
        throw MisfitError(
            reason: .rate,
            sentence:
                "the device samples at \(rate) Hz, the model was made for \(wanted) Hz; set the device's rate or use another model")
    }

    private func receiveAck(_ ack: AckMessage) {
        if ack.type == MessageKind.config.rawValue {
            if ack.status != AckMessage.Status.ok.rawValue, awaitsConfiguration, let model, let wanted = model.rate, let hello {
                misfit = MisfitError(
                    reason: .rate,
                    sentence: "the device samples at \(hello.rate) Hz and refuses the model's \(wanted) Hz; use another model")
            }
            observer.messageReceived(.configured(ack))
        } else if let outcome = outbox.acknowledge(ack, now: readTime) {
            settle(outcome)
        }
    }

    private func receiveData(_ header: FrameHeader, _ payload: PayloadReader, lost: Int) {
        let count = Int(header.count)
        statistics.samples += UInt64(count)
        // Scales and channels are those of the announced session only.
        guard let hello, !needsHello else { return }
        guard payload.count == count * hello.channelCount * 2 else {
            statistics.unusableFrames += 1
            restartWindows()
            return
        }
        rateMeter.observe(samples: count, lost: lost, at: streamTime)
        if let profile { classify(header, payload, profile) }
        observer.samplesReceived(payload, count: count, channels: hello.channelCount, time: header.time)
    }

    /// Sample by sample through the network.
    private func classify(_ header: FrameHeader, _ payload: PayloadReader, _ profile: DeviceProfile) {
        guard let classifier, let decisions else { return }
        let inputs = profile.columns.count
        let period = 1_000_000 / profile.rate
        for index in 0..<Int(header.count) {
            for input in 0..<inputs {
                let count = payload.i16((index * profile.channels + profile.columns[input]) * 2)
                memory.sample[input] = profile.normalisers[input].input(forCount: count)
            }
            let sample = UnsafeBufferPointer(start: memory.sample, count: inputs)
            guard let window = classifier.push(sample.span) else { continue }
            let offset = UInt64(Double(index) * period)
            let labels = classifier.weights.shape.labels
            let probabilities = memory.probabilities + memory.windowCount * labels
            for label in 0..<labels {
                probabilities[label] = classifier.probability(of: label)
                decisions.set(label, probabilities[label])
            }
            let decision = decisions.decide(at: streamTime + offset)
            let now = clock.microseconds()
            sendPrediction(
                window, decision, index: header.index &+ UInt16(index),
                time: header.time &+ UInt32(truncatingIfNeeded: offset), now)
            var commands = 0
            if decision.phase == .enter || decision.phase == .exit {
                commands = command(
                    label: decision.active, entering: decision.phase == .enter, confidence: decision.confidence, now)
            }
            statistics.windows += 1
            lastWindow = readTime
            if decision.phase == .enter { statistics.entered += 1 }
            memory.windows[memory.windowCount] = LiveWindow(
                window: window, probabilities: UnsafeBufferPointer(start: probabilities, count: labels), decision: decision,
                streamTime: streamTime + offset, latency: 0, commands: commands)
            memory.windowCount += 1
        }
    }

    /// Tells the observer of the windows whose feedback has just been written.
    func announceWindows() {
        guard memory.windowCount > 0 else { return }
        let latency = clock.microseconds() - readTime
        for index in 0..<memory.windowCount {
            memory.windows[index].latency = latency
            statistics.latency.record(latency)
            observer.windowClassified(memory.windows[index])
        }
        memory.windowCount = 0
    }
}

extension SampleContinuity.Verdict {
    fileprivate var lostCount: Int {
        if case .lost(let count) = self { return count }
        return 0
    }
}
