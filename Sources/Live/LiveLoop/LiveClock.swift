import Foundation

/// Where the live loop gets the time from; tests move it by hand.
public protocol LiveClock: AnyObject {
    /// Microseconds since any fixed moment, never going back. Allocates nothing.
    func microseconds() -> UInt64
}

/// The machine's monotonic clock.
public final class MonotonicClock: LiveClock {
    public init() {}

    public func microseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
