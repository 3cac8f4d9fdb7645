import LiveLoop
import Models
import MotionCore

/// Tells somebody how a live run goes, and at the end what came of it.
protocol LiveReporter: LiveObserver {
    /// The end: what was counted, and why the run could not go on, if it could not.
    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?)
}

/// A reporter on a thread of its own, so that whoever reads its output, or does not, never delays the live loop. A replay, which
/// waits for no device, waits for its reporter instead: it loses nothing of what it tells.
struct LiveStage {
    private let reporter: any LiveReporter
    /// nil: the reporter is told at once.
    private let queue: ObserverQueue?

    /// Seconds that what waits at the end may take.
    private static let patience = 2.0

    /// From here on signals only wish for an end, and so do results that cannot be written.
    ///
    /// - Parameters:
    ///   - known: the motion that a model learned from; what is not like it is told to the reporter, too.
    ///   - isReplay: whether the device comes out of a capture.
    /// - Throws: a refusal, if the system gives no thread.
    init(_ reporter: any LiveReporter, comparedWith known: KnownMotion? = nil, isReplay: Bool = false) throws {
        Interrupt.install()
        Output.endsInOrder.raise()
        self.reporter = reporter
        let told: any LiveObserver = known.map { MotionWatcher($0, shown: reporter) } ?? reporter
        queue = isReplay ? nil : try .following(told)
        observer = queue ?? told
    }

    /// For the live loop.
    let observer: any LiveObserver

    /// When the loop has ended and the lights are off: lets the reporter say the rest, for a moment.
    ///
    /// - Parameters:
    ///   - isLast: whether no other device is followed, whose results are still to come.
    ///   - conclude: the last words, on the reporter's thread.
    /// - Throws: the refusal of the run, or that its results could not be written.
    func end(_ refusal: Refusal?, isLast: Bool = true, conclude: @escaping (any LiveReporter) -> Void) throws {
        let isSaid = said(conclude)
        if isLast { Output.isClosing.raise() }
        try requireOutput()
        if let refusal { throw refusal }
        guard isSaid else {
            throw Refusal(
                .inputOutput, "the output is not read; after \(Int(saturating: Self.patience)) s the rest of it was given up")
        }
    }

    /// Another reporter goes on with the same device.
    ///
    /// - Returns: whether the last words were said in time.
    /// - Throws: that results could not be written.
    func leave(_ conclude: @escaping (any LiveReporter) -> Void) throws -> Bool {
        let isSaid = said(conclude)
        try requireOutput()
        return isSaid
    }

    private func requireOutput() throws {
        if let failure = Output.failure {
            throw Refusal(.inputOutput, "standard output cannot be written: \(failure)")
        }
    }

    private func said(_ conclude: @escaping (any LiveReporter) -> Void) -> Bool {
        guard let queue else {
            conclude(reporter)
            return true
        }
        return queue.finish(within: Self.patience) { [reporter] in conclude(reporter) }
    }
}
