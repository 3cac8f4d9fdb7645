import Synchronization

/// While a device is away: whether it is worth it to list the ports once more.
///
/// A list costs a millisecond and opens a computer's own serial ports, and a device may be away for days. So ports are listed a few
/// times after a terminal has come or gone, for what is known of a port may come after its name, and not else.
final class DeviceAbsence: Sendable {
    private struct Looks {
        var known: Int?
        var count = 0
    }

    /// With the live loop's pauses, a second.
    private static let most = 5

    private let looks = Mutex(Looks())

    /// Whether ports may be others than at the last look, which is counted.
    ///
    /// - Parameter known: a number that changes whenever a terminal comes or goes; nil where there is none.
    func isWorthALook(_ known: Int?) -> Bool {
        looks.withLock { looks in
            if known == nil || known != looks.known { looks = Looks(known: known) }
            guard looks.count < Self.most else { return false }
            looks.count += 1
            return true
        }
    }

    /// The device is there.
    func end() { looks.withLock { $0 = Looks() } }
}
