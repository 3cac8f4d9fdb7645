import MotionRecognition
import WireProtocol

/// How a connection begins and ends.
extension LivePipeline {
    /// Host times, in microseconds.
    struct Times {
        /// When the bytes now being handled were read.
        var read: UInt64 = 0
        /// When they were read, by the stopwatch.
        var begun: UInt64 = 0
        /// When the last window was decided.
        var lastWindow: UInt64 = 0
        /// When observers are told the counts again.
        var statisticsDue: UInt64 = 0

        static let statisticsInterval: UInt64 = 5_000_000
    }

    enum Ending {
        /// A caller asked for it; what was active has been left for good.
        case asked
        /// The model does not fit the device: to be thrown when what is prepared has been written.
        case misfit(MisfitError)
    }

    /// What was counted so far.
    public var statistics: LiveStatistics {
        var newest = account
        newest.collect(link, reactions)
        var statistics = newest.statistics
        statistics.countsLosses = port.countsLosses
        return statistics
    }

    /// A label whose exit commands could not be sent yet.
    package var owedExit: Int? { reactions.owedExit }

    /// When `step` has something to do if nothing arrives, in the clock's microseconds: looked at four times a second at least.
    package var nextDeadline: UInt64 {
        let now = clock.microseconds()
        return min(link.nextDeadline(now: now), now + 250_000)
    }

    /// Says HELLO. To be called once, before the first `step`.
    public func open() throws(LiveFailure) {
        try port.discardOldBytes(into: buffers.input)
        let now = clock.microseconds()
        times.statisticsDue = now + Times.statisticsInterval
        link.open(now: now)
        try write()
        account.collect(link, reactions)
        observer.linkChanged(.opened(port: port.name), statistics: statistics)
    }

    /// A clean end: leaves what is active, so that its light goes out, and gives the device a moment to acknowledge.
    public func finish() throws(LiveFailure) {
        prepareToFinish()
        try write()
        let deadline = clock.microseconds() + 300_000
        while link.isWaiting, clock.microseconds() < deadline { try step(longestWait: 20) }
        try sayGoodbye()
        link.end()
        account.collect(link, reactions)
    }

    /// The device turns off at once what it was told to light.
    func sayGoodbye() throws(LiveFailure) {
        guard link.isGreeted else { return }
        link.sayGoodbye(now: clock.microseconds())
        try write()
    }

    /// Leaves what is active; its commands go out with the next `step`.
    public func prepareToFinish() {
        ending = .asked
        restartWindows()
        leaveLabel()
        settleOwed(clock.microseconds())
    }

    /// A clean end that waits for nobody: what is active is left, and the device turns its lights off.
    package func leave() throws(LiveFailure) {
        prepareToFinish()
        try write()
        try sayGoodbye()
    }

    /// The port is gone: what waited is dropped and counted, the active label is left. `owedExit` is for the next connection.
    package func abandon() {
        leaveLabel()
        reactions.voided(link.dropCommands())
        link.end()
        account.collect(link, reactions)
    }
}
