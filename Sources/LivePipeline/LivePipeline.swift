import Channels
import FixedPoint
import LSTMEngine
import Recognition
public import Transport
import WireProtocol

/// The live loop: bytes from a device → frames → samples → windows → decisions → feedback bytes back.
///
/// `step()` reads once and does everything that follows from it: read → receive → recognise → act → write. From the bytes read to
/// the feedback bytes handed to the transport it allocates nothing; observers hear of samples and windows afterwards. One thread.
public final class LivePipeline {
    /// What it recognises with; nil only watches.
    public let model: LiveModel?
    let clock: any LiveClock
    let observer: any LiveObserver
    var port: LivePort
    var link: HostLink
    /// The device as it is read: what it announced, corrected.
    var device: HelloMessage?
    let correct: (@Sendable (HelloMessage) -> SensorCorrection?)?
    let recogniser: OwnedRecogniser?
    let shadow: (any DeviceShadow)?
    /// Of a device that does not sample at the model's rate, or for a model that reads what no channel has.
    var conversion: InputConversion?
    var reactions: Reactions
    var account: LiveAccount
    let buffers: LiveBuffers
    var times = Times()
    /// Why no more windows are wanted.
    var ending: Ending?
    /// Samples come at another rate than announced: nothing is predicted from them.
    var isPaused = false
    /// Samples are used at whatever rate they come.
    let trustsRate: Bool
    let keepsRate: Bool
    let wantedRate: Double?
    let cues: CueQueue?
    let windowRestart: WindowRestart?
    /// What the device says more often than anybody can read.
    var chatter = Chatter()
    /// For devices that show them.
    let labelNames: [ShortText]

    /// - Parameters:
    ///   - model: nil only watches.
    ///   - sessionID: drawn by the caller, a new one at each opening.
    ///   - statistics: carried on over a reconnection.
    ///   - owedExit: a label whose exit commands an earlier connection could not send any more.
    public init(
        transport: any ByteTransport, model: LiveModel?, options: LiveOptions, clock: any LiveClock,
        observer: any LiveObserver, sessionID: UInt32, statistics: LiveStatistics = LiveStatistics(), owedExit: Int? = nil
    ) {
        self.model = model
        self.clock = clock
        self.observer = observer
        port = LivePort(transport)
        reactions = Reactions(options.feedback, owedExit: owedExit)
        account = LiveAccount(carrying: statistics)
        buffers = LiveBuffers(labels: model?.weights.shape.labels ?? 0)
        link = HostLink(session: sessionID, memory: buffers.link, memoryCount: LiveBuffers.linkCount)
        recogniser = model?.recogniser(decision: options.decision)
        // A device that classifies by itself knows of no correction, and its bits are those of its own readings.
        correct = options.shadows ? nil : options.correct
        trustsRate = options.trustsRate
        keepsRate = options.keepsRate
        wantedRate = options.rate
        cues = options.cues
        windowRestart = options.windowRestart
        labelNames = model?.labelNames ?? []
        shadow = options.shadows ? model?.shadow(decision: options.decision) : nil
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
        guard let recogniser, recogniser.recogniser.binding != nil || conversion != nil, ending == nil, !isPaused,
            let device
        else { return }
        for index in 0..<frame.count {
            let offset = SampleFrame.offset(of: index, rate: device.sensor.rate)
            frame.read(index, into: buffers.counts)
            let newest = Moment(
                deviceTime: frame.time &+ UInt32(truncatingIfNeeded: offset), streamTime: frame.streamTime + offset,
                index: frame.index &+ UInt16(index))
            guard let conversion else {
                let recognised = recogniser.recogniser.push(buffers.counts, at: newest.streamTime)
                leaveStroke(recogniser)
                shadow?.push(recogniser.recogniser.inputs, index: newest.index)
                if let recognised { act(on: recognised, scores: recogniser.recogniser.probabilities, at: newest) }
                continue
            }
            conversion.push(buffers.counts)
            while conversion.next() {
                shadow?.push(conversion.inputs, index: newest.index)
                let moment = newest.before(samples: conversion.age, rate: device.sensor.rate)
                let inputs = UnsafeBufferPointer(start: conversion.inputs, count: recogniser.weights.shape.inputs)
                let recognised = recogniser.recogniser.push(inputs: inputs.span, at: moment.streamTime)
                leaveStroke(recogniser)
                guard let recognised else { continue }
                act(on: recognised, scores: recogniser.recogniser.probabilities, at: moment)
            }
        }
    }

    /// When the last sample of a window was taken.
    private struct Moment {
        /// By the clock of the headers.
        var deviceTime: UInt32
        var streamTime: UInt64
        /// Of the device's sample that was taken then, or was the last one before.
        var index: UInt16

        /// So many periods earlier.
        func before(samples: Double, rate: Float) -> Moment {
            let time = min(streamTime, UInt64(saturating: max(0, samples) * 1_000_000 / Double(rate)))
            return Moment(
                deviceTime: deviceTime &- UInt32(truncatingIfNeeded: time), streamTime: streamTime - time,
                index: index &- UInt16(truncatingIfNeeded: Int(saturating: samples.rounded(.up))))
        }
    }

    /// Tells the device what was decided, commands what follows, and keeps the window for the observer.
    private func act(on recognised: RecognisedWindow, scores: UnsafePointer<Int16>, at end: Moment) {
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
        if windowRestart?.take() == true { beginWindowsAnew() }
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
