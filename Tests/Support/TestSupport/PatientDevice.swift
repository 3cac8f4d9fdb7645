import Foundation
public import Recordings
public import Simulation
import Synchronization

/// What `motionq simulate` is, in a thread of the test's and with a `PatientClock`.
public final class PatientDevice: Sendable {
    private let clock = PatientClock()
    private let lines = Mutex<[String]>([])
    private let isStopped = Atomic(false)
    private let hasEnded = Atomic(false)

    /// Boots it; it can be opened when this returns, unless the system has no pseudo-terminal to give.
    ///
    /// - Parameter options: with the link at which it appears.
    public init(_ recording: Recording, _ options: SimulatorOptions) {
        Thread.detachNewThread { [self] in
            let runner = SimulatorRunner(
                recording: recording, options: options, clock: { [clock] in clock.advance() },
                shouldStop: { [self] in isStopped.load(ordering: .acquiring) },
                observer: { [self] event in
                    // Before anybody hears that it is there.
                    if case .ready(let port) = event { clock.watch(port) }
                    lines.withLock { $0.append(event.jsonLine) }
                })
            _ = try? runner.run()
            hasEnded.store(true, ordering: .releasing)
        }
        _ = waits(for: #""type":"ready""#)
    }

    /// What `simulate --json` prints, a line for each event.
    public var text: String { lines.withLock { $0.map { "\($0)\n" }.joined() } }

    /// Waits until `text` holds this so many times.
    ///
    /// - Returns: false if it never did.
    public func waits(for needle: String, times: Int = 1) -> Bool {
        Patience.waits { text.components(separatedBy: needle).count > times || hasEnded.load(ordering: .acquiring) }
            && text.components(separatedBy: needle).count > times
    }

    /// Seconds by its own clock.
    public var seconds: Double { Double(clock.microseconds) / 1e6 }

    /// Waits until its own clock has moved on by so many seconds.
    ///
    /// - Returns: false if it never did: it has ended, or its host does not read what it sends.
    public func passes(seconds: Double) -> Bool {
        let end = self.seconds + seconds
        return Patience.waits { self.seconds >= end || hasEnded.load(ordering: .acquiring) } && self.seconds >= end
    }

    /// Ends it as Ctrl-C ends `simulate`, and waits for that.
    ///
    /// - Returns: all that it has printed.
    @discardableResult
    public func end() -> String {
        isStopped.store(true, ordering: .releasing)
        clock.hurry()
        _ = Patience.waits { hasEnded.load(ordering: .acquiring) }
        return text
    }
}
