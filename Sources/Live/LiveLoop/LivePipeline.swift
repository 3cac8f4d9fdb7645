import MotionCore
public import Transport
import WireProtocol

/// The live loop: bytes from a device → frames → samples → windows → decisions → feedback bytes back.
///
/// `step()` reads once and does everything that follows from it: read → receive → recognise → act → write. From the bytes read to
/// the feedback bytes handed to the transport it allocates nothing; observers hear of samples and windows afterwards. One thread.
public final class LivePipeline {
    let options: LiveOptions
    let clock: any LiveClock
    let observer: any LiveObserver
    var port: LivePort
    var link: HostLink
    /// The device as it is read: what it announced, corrected.
    var device: HelloMessage?
    /// What it recognises with; nil only watches.
    var recognition: LiveRecognition?
    var reactions: Reactions
    var account: LiveAccount
    let buffers: LiveBuffers
    var times = Times()
    /// Why no more windows are wanted.
    var ending: Ending?
    /// What the device says more often than anybody can read.
    var chatter = Chatter()

    /// What it recognises with; nil only watches.
    public var model: LiveModel? { recognition?.model }

    /// - Parameters:
    ///   - model: nil only watches.
    ///   - sessionID: drawn by the caller, a new one at each opening.
    ///   - statistics: carried on over a reconnection.
    ///   - owedExit: a label whose exit commands an earlier connection could not send any more.
    public init(
        transport: any ByteTransport, model: LiveModel?, options: LiveOptions, clock: any LiveClock,
        observer: any LiveObserver, sessionID: UInt32, statistics: LiveStatistics = LiveStatistics(), owedExit: Int? = nil
    ) {
        self.options = options
        self.clock = clock
        self.observer = observer
        port = LivePort(transport)
        recognition = model.map { LiveRecognition($0, options) }
        reactions = Reactions(options.feedback, owedExit: owedExit)
        account = LiveAccount(carrying: statistics)
        buffers = LiveBuffers(labels: model?.weights.shape.labels ?? 0)
        link = HostLink(session: sessionID, memory: buffers.link, memoryCount: LiveBuffers.linkCount)
    }
}

// MARK: - Read, receive, recognise, act, write

extension LivePipeline {
    /// Reads what there is, waiting at most until something is due or `longestWait` milliseconds, and acts on it.
    public func step(longestWait: Int32 = 50) throws(LiveFailure) {
        let count = try port.read(into: buffers.input, timeoutMilliseconds: wait(atMost: longestWait))
        times.read = clock.microseconds()
        defer { account.collect(link, reactions) }
        for index in 0..<count {
            var event = link.receive(buffers.input[index], now: times.read)
            var samples: SampleFrame?
            while let happened = event {
                if case .samples(let frame) = happened {
                    samples = frame
                    recognise(frame)
                } else {
                    handle(happened)
                }
                event = link.next(now: times.read)
            }
            try write()
            if let samples { tell(of: samples) }
        }
        doWhatIsDue()
        try write()
        if case .misfit(let misfit) = ending { throw .misfit(misfit) }
    }

    /// Sample by sample through the network.
    private func recognise(_ frame: SampleFrame) {
        guard let recognition, recognition.isBound, !recognition.isPaused, ending == nil, let device else { return }
        let rate = device.sensor.rate
        for index in 0..<frame.count {
            frame.read(index, into: buffers.counts)
            let newest = SampleMoment(of: index, in: frame, rate: rate)
            self.recognition?.push(buffers.counts)
            while let step = self.recognition?.next(newest, rate: rate) {
                leaveStroke(recognition.recogniser)
                guard let window = step.window else { continue }
                act(on: window, scores: recognition.recogniser.recogniser.probabilities, at: step.moment)
            }
        }
    }

    /// Tells the device what was decided, commands what follows, and keeps the window for the observer.
    private func act(on recognised: RecognisedWindow, scores: UnsafePointer<Int16>, at end: SampleMoment) {
        let now = clock.microseconds()
        if link.wantsDecisions {
            let prediction = PredictionMessage(
                recognised.decision, windowEnd: UInt64(end.deviceTime), lastIndex: end.index, slot: recognised.window.slot,
                windowsBefore: recognised.windowsBefore)
            link.send(prediction, now: now)
        }
        // A decision is as old as its window's last sample.
        let commands = reactions.react(
            to: recognised.decision, motion: end.deviceTime, through: &link, now: now)
        account.count(recognised.decision)
        times.lastWindow = times.read
        buffers.append(recognised, scores: scores, streamTime: end.streamTime, commands: commands)
    }

    /// Hands the prepared bytes to the transport. What a device does not take is counted and dropped, not waited for.
    func write() throws(LiveFailure) {
        let count = link.outgoingCount
        guard count > 0 else { return }
        let isTaken = try port.write(UnsafeRawBufferPointer(start: link.outgoing, count: count))
        link.consume(count)
        if !isTaken { account.writesTimedOut += 1 }
    }

    /// Tells the observer of samples, and of their windows, whose feedback has just been written.
    private func tell(of frame: SampleFrame) {
        let latency = clock.microseconds() - times.read
        account.collect(link, reactions)
        announceUntold()
        if let sensor = device?.sensor { observer.samplesReceived(LiveSamples(frame, sensor: sensor)) }
        if options.windowRestart?.take() == true { beginWindowsAnew() }
        buffers.takeWindows { window in
            var window = window
            window.latency = latency
            account.statistics.latency.record(latency)
            observer.windowClassified(window)
        }
    }
}

/// Why a live run cannot go on.
public enum LiveFailure: Error, Sendable {
    /// The port; opening it again may help.
    case transport(TransportError)
    /// The model does not fit the device.
    case misfit(MisfitError)
}
