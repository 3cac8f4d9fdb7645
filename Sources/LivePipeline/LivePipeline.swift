import Decision
import LSTMEngine
import Recognition
public import Transport
import WireProtocol

/// The live loop: bytes from a device → frames → samples → windows → decisions → feedback bytes back.
///
/// `step()` reads once and does everything that follows from it: read → receive → recognise → act → write. From the bytes read to the
/// feedback bytes handed to the transport it allocates nothing; observers are called afterwards. One thread.
public final class LivePipeline {
    /// What it recognises with; nil only watches.
    public let model: LiveModel?
    let clock: any LiveClock
    let observer: any LiveObserver
    var port: LivePort
    var link: HostLink
    let recogniser: OwnedRecogniser?
    let shadow: Shadow?
    var reactions: Reactions
    var account: LiveAccount
    let buffers: LiveBuffers
    var times = Times()
    /// Why no more windows are wanted.
    var ending: Ending?

    /// Host times, in microseconds.
    struct Times {
        /// When the bytes now being handled were read.
        var read: UInt64 = 0
        /// When the last window was decided.
        var lastWindow: UInt64 = 0
        /// When observers are told the counts again.
        var statisticsDue: UInt64 = 0

        static let statisticsInterval: UInt64 = 5_000_000
    }

    enum Ending {
        /// Somebody asked for it; what was active has been left for good.
        case asked
        /// The model does not fit the device: to be thrown when what is prepared has been written.
        case misfit(MisfitError)
    }

    /// - Parameters:
    ///   - model: nil only watches.
    ///   - sessionID: drawn by the caller anew at each opening.
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
        var decision = options.decision
        decision.restLabel = model?.restLabel
        recogniser = model.map { [decision] in
            OwnedRecogniser($0.weights, features: $0.features, rate: $0.rate.map { Float($0) }, decision: decision)
        }
        shadow = options.shadows ? model.map { [decision] in Shadow($0.weights, decision: decision) } : nil
    }

    /// What was counted so far.
    public var statistics: LiveStatistics { account.statistics }

    /// A label whose exit commands could not be sent yet.
    var owedExit: Int? { reactions.owedExit }

    /// Says HELLO. To be called once, before the first `step`.
    public func open() throws(LiveFailure) {
        try port.discardOldBytes(into: buffers.input)
        let now = clock.microseconds()
        times.statisticsDue = now + Times.statisticsInterval
        link.open(now: now)
        try write()
        observer.linkChanged(.opened(port: port.name), statistics: statistics)
    }

    /// Reads what there is, waiting at most until something is due or `longestWait` milliseconds, and acts on it.
    public func step(longestWait: Int32 = 50) throws(LiveFailure) {
        let count = try port.read(into: buffers.input, timeoutMilliseconds: wait(atMost: longestWait))
        times.read = clock.microseconds()
        for index in 0..<count {
            var event = link.receive(buffers.input[index], now: times.read)
            while let happened = event {
                handle(happened)
                event = link.next(now: times.read)
            }
            try write()
            announceWindows()
        }
        doWhatIsDue()
        try write()
        account.collect(link, reactions)
        if case .misfit(let misfit) = ending { throw .misfit(misfit) }
    }

    /// Milliseconds until something is due.
    private func wait(atMost longest: Int32) -> Int32 {
        let now = clock.microseconds()
        let due = link.nextDeadline(now: now)
        return due <= now ? 0 : Int32(min(UInt64(longest), (due - now) / 1000 + 1))
    }

    /// Hands the prepared bytes to the transport. What a device does not take is counted and dropped, not waited for.
    func write() throws(LiveFailure) {
        let count = link.outgoingCount
        guard count > 0 else { return }
        let isTaken = try port.write(UnsafeRawBufferPointer(start: link.outgoing, count: count))
        link.consume(count)
        if !isTaken { account.writesTimedOut += 1 }
    }

    /// Tells the observer of the windows whose feedback has just been written.
    private func announceWindows() {
        guard buffers.hasWindows else { return }
        let latency = clock.microseconds() - times.read
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
