import Recognition
import WireProtocol

extension LivePipeline {
    /// A clean end: leaves what is active, so that its light goes out, and gives the device a moment to acknowledge.
    public func finish() throws(LiveFailure) {
        prepareToFinish()
        try write()
        let deadline = clock.microseconds() + 300_000
        while link.isWaiting, clock.microseconds() < deadline { try step(longestWait: 20) }
    }

    /// Leaves what is active; its commands go out with the next `step`.
    public func prepareToFinish() {
        ending = .asked
        recogniser?.recogniser.restart()
        leaveLabel()
        settleOwed(clock.microseconds())
    }

    /// The port is gone: what waited is dropped and counted, the active label is left. `owedExit` is for the next connection.
    func abandon() {
        leaveLabel()
        reactions.voided(link.dropCommands())
        account.collect(link, reactions)
    }
}
