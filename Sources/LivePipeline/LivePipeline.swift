import Decision
import LSTMEngine
public import Transport
import WireProtocol

/// The live loop: bytes from a device → frames → samples → windows → decisions → feedback bytes back.
///
/// `step()` reads once and does everything that follows from it. From the bytes read to the feedback bytes handed to the transport it
/// allocates nothing; observers are called afterwards. One thread.
public final class LivePipeline {
    public let model: LiveModel?
    let options: LiveOptions
    let transport: any ByteTransport
    let clock: any LiveClock
    let observer: any LiveObserver

    /// What was counted so far.
    public internal(set) var statistics: LiveStatistics

    // MARK: Link
    let memory: LinkMemory
    var decoder: FrameDecoder
    let encoder: FrameEncoder
    var continuity = SampleContinuity()
    var clockSync = ClockSync()
    var outbox = FeedbackOutbox()
    var timers = LinkTimers()
    let sessionID: UInt32
    var hello: HelloMessage?
    /// Nothing is known of the present session: none came yet, or its HELLO was lost.
    var needsHello = true
    var profile: DeviceProfile?
    var configuration = RateConfiguration()
    /// Frames that only a host may send, which came from the device's side.
    var wrongSide: UInt32 = 0
    /// The device took nothing lately: it is tried, and not waited for.
    private var isCongested = false
    /// Set by a receiving function, thrown by `step`.
    var misfit: MisfitError?

    // MARK: Stream
    let classifier: StreamingClassifier?
    let decisions: DecisionEngine?
    let shadow: Shadow?
    /// Device time of the newest frame, microseconds since the session's first, without wraps.
    var streamTime: UInt64 = 0
    var lastFrameTime: UInt32?
    /// Lost samples that the rate meter has not heard of.
    var unmeteredLoss = 0
    /// No more windows: what is active has been left for good.
    var isFinishing = false
    /// Host time at which the last window was decided.
    var lastWindow: UInt64 = 0
    /// A label whose exit commands have not been sent yet; −1: none.
    var owedExit: Int
    /// A label whose enter commands wait for the device's clock to be known; −1: none.
    var owedEnter = -1
    /// The label that was left last by a window, until another is entered; −1: none.
    var lastLeft = -1
    /// Host time at which the bytes now being handled were read.
    var readTime: UInt64 = 0
    var rateMeter = RateMeter()

    /// - Parameters:
    ///   - model: nil only watches.
    ///   - sessionID: drawn by the caller anew at each opening.
    ///   - statistics: carried on over a reconnection.
    ///   - owedExit: a label whose exit commands an earlier connection could not send any more; −1: none.
    public init(
        transport: any ByteTransport, model: LiveModel?, options: LiveOptions, clock: any LiveClock,
        observer: any LiveObserver, sessionID: UInt32, statistics: LiveStatistics = LiveStatistics(), owedExit: Int = -1
    ) {
        self.owedExit = owedExit
        self.transport = transport
        self.model = model
        self.options = options
        self.clock = clock
        self.observer = observer
        self.sessionID = sessionID
        self.statistics = statistics
        memory = LinkMemory(inputs: model?.inputs.count ?? 0, labels: model?.weights.shape.labels ?? 0)
        decoder = FrameDecoder(buffer: memory.frame)
        encoder = FrameEncoder(scratch: memory.scratch)
        classifier = model.map { StreamingClassifier($0.weights) }
        var parameters = options.decision
        parameters.restLabel = model?.restLabel ?? -1
        let rules = parameters
        decisions = model.map { DecisionEngine(labels: $0.labels.count, parameters: rules) }
        shadow = options.shadows ? model.map { Shadow($0.weights, decision: rules) } : nil
        carried = statistics
    }

    /// Counts of earlier connections, to which this one's are added.
    private let carried: LiveStatistics

    /// Says HELLO. To be called once, before the first `step`.
    public func open() throws(LiveFailure) {
        try discardOldBytes()
        memory.append(0)
        let now = clock.microseconds()
        timers.open(now)
        sendHello(now)
        try flush()
        observer.linkChanged(.opened(port: transport.name), statistics: statistics)
    }

    /// What waited in the port before it was opened is of the past: a decision over it would act on the present.
    private func discardOldBytes() throws(LiveFailure) {
        do throws(TransportError) {
            for _ in 0..<64 where try transport.read(into: memory.input, timeoutMilliseconds: 0) == 0 { return }
        } catch {
            throw .transport(error)
        }
    }

    /// Reads what there is, waiting at most until the next timer or `longestWait` milliseconds, and acts on it.
    public func step(longestWait: Int32 = 50) throws(LiveFailure) {
        let wait = timers.wait(from: clock.microseconds(), atMost: longestWait, hasPending: outbox.isWaiting)
        let count: Int
        do throws(TransportError) {
            count = try transport.read(into: memory.input, timeoutMilliseconds: wait)
        } catch {
            throw .transport(error)
        }
        readTime = clock.microseconds()
        defer { collectStatistics() }
        for index in 0..<count where decoder.push(memory.input[index]) {
            receive(decoder.header, decoder.payload)
            if memory.outputCount > 0 { try flush() }
            announceWindows()
        }
        runTimers(clock.microseconds())
        if memory.outputCount > 0 { try flush() }
        if decoder.counters.versionMismatches > 0 { misfit = .otherVersion }
        if let misfit { throw .misfit(misfit) }
    }

    /// Hands the prepared bytes to the transport. A device that does not take them is counted, not waited for.
    func flush() throws(LiveFailure) {
        let count = memory.outputCount
        memory.outputCount = 0
        do throws(TransportError) {
            try transport.write(
                UnsafeRawBufferPointer(start: memory.output, count: count), timeoutMilliseconds: isCongested ? 0 : 200)
            isCongested = false
        } catch {
            guard error.code == .timedOut else { throw .transport(error) }
            isCongested = true
            statistics.writesTimedOut += 1
        }
    }

    func collectStatistics() {
        statistics.frames = carried.frames.adding(decoder.counters)
        statistics.frames.malformed &+= wrongSide
        statistics.lostSamples = carried.lostSamples + continuity.lostSamples
        statistics.sessions = carried.sessions + continuity.sessions
        statistics.restarts = carried.restarts + continuity.restarts
        statistics.clockRoundTrip = clockSync.roundTrip
        statistics.measuredRate = rateMeter.rate ?? statistics.measuredRate
    }
}

/// Why a live run cannot go on.
public enum LiveFailure: Error, Sendable {
    /// The port; opening it again may help.
    case transport(TransportError)
    /// The model does not fit the device.
    case misfit(MisfitError)
}
