public import MotionRecognition
public import Transport

/// Keeps a live pipeline going: opens the port, runs, and opens it again when it went away.
public final class LiveRunner {
    private let open: () throws(TransportError) -> any ByteTransport
    private let model: LiveModel?
    private let options: LiveOptions
    private let observer: any LiveObserver
    private let reconnects: Bool
    private let shouldStop: () -> Bool
    private let surroundings: LiveSurroundings
    /// What was counted, also if `run` failed.
    public private(set) var statistics = LiveStatistics()
    /// Whether the port was opened at all.
    public private(set) var hasBegun = false
    /// Between two attempts to open a port that went away.
    private static let retryMicroseconds: UInt32 = 200_000

    /// - Parameters:
    ///   - open: opens the port; called again after each loss.
    ///   - reconnects: false ends the run when the port goes away.
    ///   - shouldStop: asked about every 50 ms, but where the device takes no bytes for a moment.
    public convenience init(
        model: LiveModel?, options: LiveOptions, observer: any LiveObserver, reconnects: Bool,
        clock: any LiveClock = MonotonicClock(), shouldStop: @escaping () -> Bool,
        open: @escaping () throws(TransportError) -> any ByteTransport
    ) {
        self.init(
            model: model, options: options, observer: observer, reconnects: reconnects,
            in: LiveSurroundings(clock: clock), shouldStop: shouldStop, open: open)
    }

    /// - Parameter surroundings: what it takes from the machine besides the port.
    package init(
        model: LiveModel?, options: LiveOptions, observer: any LiveObserver, reconnects: Bool, in surroundings: LiveSurroundings,
        shouldStop: @escaping () -> Bool, open: @escaping () throws(TransportError) -> any ByteTransport
    ) {
        self.model = model
        self.options = options
        self.observer = observer
        self.reconnects = reconnects
        self.surroundings = surroundings
        self.shouldStop = shouldStop
        self.open = open
    }

    /// Runs until told to stop.
    ///
    /// - Returns: everything that was counted.
    /// - Throws: the first failure to open, or a model that does not fit. A port that goes away later is not a failure.
    public func run() throws(LiveFailure) -> LiveStatistics {
        var owedExit: Int?
        var wearer: WearerRanges?
        var transport: any ByteTransport
        do throws(TransportError) { transport = try open() } catch { throw .transport(error) }
        hasBegun = true
        while true {
            let pipeline = LivePipeline(
                transport: transport, model: model, options: options, observer: observer,
                sessionID: surroundings.drawSession(), statistics: statistics, owedExit: owedExit, wearer: wearer,
                in: surroundings)
            let lost = try follow(pipeline)
            (owedExit, wearer) = (pipeline.owedExit, pipeline.wearer)
            transport.close()
            guard let lost, !shouldStop() else { return statistics }
            observer.linkChanged(.disconnected(lost), statistics: statistics)
            guard reconnects, let next = reopen(statistics) else { return statistics }
            statistics.reconnections += 1
            transport = next
        }
    }

    /// - Returns: nil when told to stop, or what happened to the port.
    private func follow(_ pipeline: LivePipeline) throws(LiveFailure) -> TransportError? {
        defer { statistics = pipeline.statistics }
        do throws(LiveFailure) {
            try pipeline.open()
            while !shouldStop() { try pipeline.step() }
            try pipeline.finish()
            return nil
        } catch {
            guard case .transport(let lost) = error else {
                try? pipeline.sayGoodbye()
                throw error
            }
            pipeline.abandon()
            return lost
        }
    }

    private func reopen(_ statistics: LiveStatistics) -> (any ByteTransport)? {
        var isFirst = true
        while !shouldStop(), surroundings.mayReopen() {
            // First of all: a port that opens and fails at once must not make this a busy loop.
            for _ in 0..<4 where !shouldStop() { surroundings.rest(Self.retryMicroseconds / 4) }
            do throws(TransportError) {
                return try open()
            } catch {
                if isFirst { observer.linkChanged(.reopening(error), statistics: statistics) }
                isFirst = false
            }
        }
        return nil
    }
}
