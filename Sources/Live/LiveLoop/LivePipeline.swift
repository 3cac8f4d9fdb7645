import Models
import MotionCore
public import MotionRecognition
public import Transport
import WireProtocol

/// The live loop: bytes from a device → frames → samples → windows → decisions → feedback bytes back.
///
/// `step()` reads once and does everything that follows from it: read → receive → recognise → act → write. From the bytes read to
/// the feedback bytes handed to the transport it allocates nothing; observers hear of samples and windows afterwards. One thread.
public final class LivePipeline {
    let options: LiveOptions
    private let surroundings: LiveSurroundings
    var clock: any LiveClock { surroundings.clock }
    let observer: any LiveObserver
    var port: LivePort
    var link: HostLink
    /// The device as it is read: what it announced, corrected.
    var device: HelloMessage?
    /// What it recognises with; nil only watches.
    var recognition: LiveRecognition?
    /// For a model that reads values normalised by the wearer's ranges.
    var wearer: WearerRanges?
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
    public convenience init(
        transport: any ByteTransport, model: LiveModel?, options: LiveOptions, clock: any LiveClock,
        observer: any LiveObserver, sessionID: UInt32, statistics: LiveStatistics = LiveStatistics(), owedExit: Int? = nil
    ) {
        self.init(
            transport: transport, model: model, options: options, observer: observer, sessionID: sessionID,
            statistics: statistics, owedExit: owedExit, wearer: nil, in: LiveSurroundings(clock: clock))
    }

    /// - Parameters:
    ///   - wearer: what an earlier connection learned; nil: nothing.
    ///   - surroundings: of which its clocks are used.
    init(
        transport: any ByteTransport, model: LiveModel?, options: LiveOptions, observer: any LiveObserver, sessionID: UInt32,
        statistics: LiveStatistics, owedExit: Int?, wearer: WearerRanges?, in surroundings: LiveSurroundings
    ) {
        self.options = options
        self.surroundings = surroundings
        self.observer = observer
        port = LivePort(transport)
        recognition = model.map { LiveRecognition($0, options) }
        self.wearer = wearer ?? model.flatMap { WearerRanges($0.description.inputs.usual, seconds: options.rangeSeconds) }
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
        times.begun = surroundings.stopwatch?.microseconds() ?? times.read
        // With nothing read there is hardly anything new, and to look costs a copy of the link.
        defer { if count > 0 { account.collect(link, reactions) } }
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
        // Neither is taken out: a device's description is some 4 kB.
        guard recognition?.isReading == true, ending == nil, let rate = device?.sensor.rate else { return }
        if let pause = options.pause, pause.isOn { return }
        for index in 0..<frame.count {
            frame.read(index, into: buffers.counts)
            if wearer?.isLearning == true {
                learnRange()
                continue
            }
            let newest = SampleMoment(of: index, in: frame, rate: rate)
            recognition?.push(buffers.counts)
            while let step = recognition?.next(newest, rate: rate) {
                guard let recogniser = recognition?.recogniser else { return }
                leaveStroke(recogniser, at: step.moment.streamTime)
                guard let window = step.window else { continue }
                act(on: window, scores: recogniser.recogniser.probabilities, at: step.moment)
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
        let bytes = link.takeOutgoing()
        guard bytes.count > 0 else { return }
        let isTaken = try port.write(UnsafeRawBufferPointer(bytes))
        if !isTaken { account.writesTimedOut += 1 }
    }

    /// Tells the observer of samples, and of their windows, whose feedback has just been written.
    private func tell(of frame: SampleFrame) {
        let latency = (surroundings.stopwatch ?? clock).microseconds() - times.begun
        announceUntold()
        if options.tellsSamples, let sensor = device?.sensor { observer.samplesReceived(LiveSamples(frame, sensor: sensor)) }
        if options.windowRestart?.take() == true || options.pause?.takeChange() == true { beginWindowsAnew() }
        buffers.takeWindows { window in
            var window = window
            window.latency = latency
            account.statistics.latency.record(latency)
            observer.windowClassified(window)
        }
    }
}

/// What a live run recognises with: a model's recogniser, what makes inputs of a device's samples, and what checks a device that
/// classifies by itself. Allocates in `init` only.
struct LiveRecognition {
    let model: LiveModel
    let recogniser: OwnedRecogniser
    let shadow: (any DeviceShadow)?
    /// For a device that does not sample at the model's rate, and for a model that reads what no channel has; nil where the
    /// recogniser reads the device's counts as they are.
    var conversion: InputConversion?
    /// For a device that classifies by itself, some of whose channels have names.
    private var heldValues: HeldValues?
    /// The labels as a device that shows them gets them: cut to the length that the protocol takes.
    let labelNames: [ShortText]
    /// Samples come at another rate than announced: nothing is predicted from them.
    var isPaused = false
    /// The sample that `next` has not recognised yet, where there is no conversion.
    private var pending: UnsafePointer<Int16>?

    init(_ model: LiveModel, _ options: LiveOptions) {
        self.model = model
        labelNames = model.description.labels.map { ShortText(cutting: $0, to: LabelsMessage.longestName) }
        recogniser = model.recogniser(decision: options.decision)
        shadow = options.shadows ? model.shadow(decision: options.decision) : nil
    }

    /// Whether samples are recognised.
    var isReading: Bool { isBound && !isPaused }

    /// Whether the model is bound to a device: directly, or by a conversion.
    var isBound: Bool { recogniser.recogniser.binding != nil || conversion != nil }

    /// The recogniser reads a device's counts from now on.
    mutating func beginReading() { heldValues = shadow == nil ? nil : recogniser.recogniser.binding.flatMap { HeldValues($0) } }

    /// A sample at the model's rate, and the window that it completes.
    struct Step {
        /// When the sample was taken.
        var moment: SampleMoment
        var window: RecognisedWindow?
    }

    /// Takes a device's sample, whose counts must stay where they are until `next` has returned nil.
    mutating func push(_ counts: UnsafePointer<Int16>) {
        if let conversion { conversion.push(counts) } else { pending = counts }
    }

    /// Recognises the next sample at the model's rate; nil if more of the device's must come first.
    ///
    /// - Parameters:
    ///   - newest: when the device's newest sample was taken.
    ///   - rate: the device's samples per second.
    mutating func next(_ newest: SampleMoment, rate: Float) -> Step? {
        var step = Step(moment: newest)
        if let conversion {
            guard conversion.next() else { return nil }
            step.moment = newest.before(samples: conversion.age, rate: rate)
            let inputs = UnsafeBufferPointer(start: conversion.inputs, count: recogniser.weights.shape.inputs)
            step.window = recogniser.recogniser.push(inputs: inputs.span, at: step.moment.streamTime)
        } else {
            guard let counts = pending else { return nil }
            pending = nil
            step.window = recogniser.recogniser.push(counts, at: newest.streamTime)
            // What the recogniser takes for a value that is missing may be another one than the device holds: to the shadow the
            // sample is lost.
            if let heldValues, !heldValues.knows(counts, index: newest.index) { return step }
        }
        let inputs = conversion.map { UnsafePointer($0.inputs) } ?? UnsafePointer(recogniser.recogniser.inputs)
        shadow?.push(inputs, index: newest.index)
        return step
    }

    /// What follows does not follow what came before.
    func restartWindows() {
        recogniser.recogniser.restart()
        conversion?.restart()
        heldValues?.interrupt()
        shadow?.interrupt()
    }
}

/// Why a live run cannot go on.
public enum LiveFailure: Error, Sendable {
    /// The port; opening it again may help.
    case transport(TransportError)
    /// The model does not fit the device.
    case misfit(MisfitError)
}
