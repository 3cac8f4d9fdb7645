import Channels
import Decision
import LSTMEngine
import WireProtocol

extension LivePipeline {
    /// One valid frame of the device.
    func receive(_ header: FrameHeader, _ payload: PayloadReader) {
        guard let kind = header.kind else { return }
        guard header.mayComeFromDevice else {
            // An echo of what a host says; its header is none of the device's.
            wrongSide &+= 1
            return
        }
        var announced: HelloMessage?
        if kind == .hello {
            guard let message = HelloMessage(payload), message.role == .device else { return }
            announced = message
        }
        timers.heard(readTime)
        let verdict = continuity.observe(header, announced: announced?.session)
        unmeteredLoss += verdict.lostCount
        collectStatistics()
        follow(verdict, header)
        switch kind {
        case .hello: if let announced, verdict == .newSession || needsHello { greet(announced) }
        case .data: receiveData(header, payload)
        case .timeSync:
            clockSync.observe(TimeSyncMessage(payload), arrived: readTime)
            settleOwedCommands(readTime)
        case .ack: receiveAck(AckMessage(payload))
        case .heartbeat: observer.messageReceived(.heartbeat(HeartbeatMessage(payload)))
        case .event: observer.messageReceived(.event(EventMessage(payload)))
        case .log: observer.messageReceived(.log(level: payload.u8(0), text: payload.text(from: 1)))
        case .prediction: receivePrediction(payload)
        case .config, .feedback: break
        }
    }

    /// Acts on what the header says about the frames before it.
    private func follow(_ verdict: SampleContinuity.Verdict, _ header: FrameHeader) {
        switch verdict {
        case .contiguous: advanceStreamTime(to: header.time)
        case .lost(let count):
            advanceStreamTime(to: header.time)
            restartWindows()
            observer.linkChanged(.gap(samples: count), statistics: statistics)
        case .restarted:
            needsHello = true
            restartWindows()
            shadow?.restart()
            abandonLabel()
            clockSync.reset()
            dropCommands()
            timers.askNow(readTime)
            observer.linkChanged(.restarted, statistics: statistics)
        case .newSession:
            restartWindows()
            abandonLabel()
            shadow?.restart()
        }
        lastFrameTime = header.time
    }

    /// The first frame is time 0; DATA may lie a little before it.
    private func advanceStreamTime(to time: UInt32) {
        guard let last = lastFrameTime else { return }
        let step = Int64(Int32(bitPattern: time &- last))
        streamTime = UInt64(max(0, Int64(clamping: streamTime) + step))
    }

    /// What waits is void: the device's memory and clock are others now. An exit among it is owed again.
    func dropCommands() {
        let dropped = outbox.removeAll()
        statistics.commandsDropped += UInt64(dropped)
        if dropped > 0, owedExit < 0 { owedExit = lastLeft }
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

    /// Sends the commands that had to wait for the device's clock, as far as they still hold.
    func settleOwedCommands(_ now: UInt64) {
        guard clockSync.isSynchronised else { return }
        if owedExit >= 0 { _ = command(label: owedExit, entering: false, confidence: 0, now) }
        if owedEnter >= 0, decisions?.activeLabel == owedEnter {
            _ = command(label: owedEnter, entering: true, confidence: .max, now)
        }
        owedExit = -1
        owedEnter = -1
    }

    private func greet(_ announced: HelloMessage) {
        hello = announced
        needsHello = false
        profile = nil
        clockSync.reset()
        dropCommands()
        rateMeter.reset()
        unmeteredLoss = 0
        configuration.sessionBegan()
        timers.greeted(readTime)
        observer.linkChanged(.session(announced), statistics: statistics)
        guard let model else { return }
        do throws(MisfitError) {
            if shadow != nil, announced.capabilities.contains(.predicts) {
                try requireRate(announced, model)
            } else {
                try checkRate(announced, model)
                // Asked first: a device may classify at the model's rate, and not at the one that it has now.
                if shadow != nil { throw .noShadow }
            }
            profile = try DeviceProfile(announced, model: model)
        } catch {
            if error.reason == .rate, configuration.isAwaited { return }
            misfit = error
        }
    }

    private func receiveData(_ header: FrameHeader, _ payload: PayloadReader) {
        let count = Int(header.count)
        statistics.samples += UInt64(count)
        // Scales and channels are those of the announced session only.
        guard let hello, !needsHello else { return }
        guard payload.count == count * hello.channelCount * 2 else {
            statistics.unusableFrames += 1
            restartWindows()
            return
        }
        rateMeter.observe(samples: count, lost: unmeteredLoss, at: streamTime)
        unmeteredLoss = 0
        if let profile, !isFinishing { classify(header, payload, profile) }
        observer.samplesReceived(payload, count: count, channels: hello.channelCount, time: header.time)
    }

    /// Sample by sample through the network.
    private func classify(_ header: FrameHeader, _ payload: PayloadReader, _ profile: DeviceProfile) {
        guard let classifier, let decisions else { return }
        let inputs = profile.columns.count
        // A rate may be announced that is tiny; the times of its samples mean nothing then, but fit.
        let period = min(1_000_000 / profile.rate, 1e12)
        for index in 0..<Int(header.count) {
            for input in 0..<inputs {
                let count = payload.i16((index * profile.channels + profile.columns[input]) * 2)
                memory.sample[input] = profile.normalisers[input].input(forCount: count)
            }
            shadow?.push(memory.sample, index: header.index &+ UInt16(index))
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
                lastLeft = decision.phase == .exit ? decision.active : -1
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

    /// A window that the device classified itself.
    private func receivePrediction(_ payload: PayloadReader) {
        guard let shadow, profile != nil, !needsHello, !isFinishing else { return }
        let comparison = shadow.compare(PredictionMessage(payload), payload)
        statistics.shadow.count(comparison)
        observer.windowShadowed(comparison)
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
