import Synchronization

/// Decides whether to list the ports again while a device is away.
///
/// A list costs a millisecond and opens a computer's own serial ports, and a device may be away for days. After a terminal has come
/// or gone ports are listed at the next few attempts, because the system may tell of a port after it has named it; then at every
/// 25th, because a list may fail, or a port be made known late.
final class DeviceAbsence: Sendable {
    private struct Attempts {
        var known: Int?
        var count = 0
    }

    /// With the live loop's pauses, a second.
    private static let first = 5
    /// With the live loop's pauses, five seconds.
    private static let every = 25

    private let attempts = Mutex(Attempts())

    /// Whether to list the ports at this attempt, which is counted.
    ///
    /// - Parameter known: a number that changes whenever a terminal comes or goes; nil where there is none.
    func isWorthALook(_ known: Int?) -> Bool {
        attempts.withLock { attempts in
            if known == nil || known != attempts.known { attempts = Attempts(known: known) }
            attempts.count += 1
            return attempts.count <= Self.first || attempts.count % Self.every == 0
        }
    }

    /// The device is there.
    func end() { attempts.withLock { $0 = Attempts() } }
}
