import Foundation
import Synchronization

/// The clock of a device under test: it goes with the machine's, but stands still while the host has not read what the device sent,
/// and makes no leap when the device's thread was not run. So a machine that is late makes neither of them late.
///
/// A host that never reads again stops it for good: whoever waits for this clock then waits in vain, and fails.
public final class PatientClock: Sendable {
    private struct State {
        /// What it shows, in microseconds.
        var time: UInt64 = 0
        var seen = ContinuousClock.now
        /// The host's end of the port, to see what waits there.
        var port: Int32 = -1
        var isPatient = true
    }

    /// Microseconds that it moves on at once, at most.
    private static let longestStep = 100_000.0
    private let state = Mutex(State())

    /// A clock that shows 0, and waits for nobody before `watch`.
    public init() {}

    deinit { close(state.withLock { $0.port }) }

    /// Stands still from now on while something waits to be read at this port.
    ///
    /// - Parameter path: the host's end of a pseudo-terminal, which no host has opened yet.
    public func watch(_ path: String) {
        let port = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        state.withLock { $0.port = port }
    }

    /// What it showed last, in microseconds.
    public var microseconds: UInt64 { state.withLock { $0.time } }

    /// Moves on, for the device.
    ///
    /// - Returns: what it shows now, in microseconds.
    public func advance() -> UInt64 {
        state.withLock { state in
            let now = ContinuousClock.now
            let passed = min((now - state.seen) / .microseconds(1), Self.longestStep)
            state.seen = now
            if !state.isPatient || !Self.holdsBytes(state.port) { state.time += UInt64(passed) }
            return state.time
        }
    }

    /// Waits for nobody any longer: the device is to end.
    public func hurry() { state.withLock { $0.isPatient = false } }

    private static func holdsBytes(_ port: Int32) -> Bool {
        guard port >= 0 else { return false }
        var request = pollfd(fd: port, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLIN) != 0
    }
}
