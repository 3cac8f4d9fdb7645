import Foundation

/// How a test waits for an event. Its limit ends a hang, and is so long that only a hang reaches it: no verdict hangs on how fast a
/// machine is.
///
/// This is the one place where tests look at a clock and sleep. PatientTestsTests hold the others to it.
public enum Patience {
    /// Seconds after which an event that has not come is not waited for any longer.
    public static let seconds = 600.0
    /// The limit as the time-out of a read or write.
    public static let milliseconds: Int32 = 600_000

    /// Waits until something has happened, asking every 10 ms.
    ///
    /// - Parameters:
    ///   - seconds: the limit, for those who wait for an emulated board, which keeps its own time.
    ///   - hasHappened: asked again and again, on this thread.
    /// - Returns: false if the limit was reached.
    public static func waits(_ seconds: Double = Patience.seconds, until hasHappened: () throws -> Bool) rethrows -> Bool {
        let start = ContinuousClock.now
        while try !hasHappened() {
            guard ContinuousClock.now - start < .seconds(seconds) else { return false }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return true
    }
}
