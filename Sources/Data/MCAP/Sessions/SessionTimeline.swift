import MotionCore

/// Where on one time axis the sessions of a recording stand, each of which has a clock of its own: a session whose time does not go
/// on from the one before is moved behind it, and one that begins before 0 to 0.
struct SessionTimeline {
    /// What is added to a session's time, in nanoseconds.
    private var shift: Int64 = 0
    /// Of the message that was written last.
    private var last: Int64?

    /// Nanoseconds between two sessions of which one was moved.
    private static let pause: Int64 = 1_000_000_000

    /// Begins a session.
    ///
    /// - Parameter first: its first time stamp, in milliseconds.
    mutating func begin(at first: Double) {
        let (start, least) = (Self.nanoseconds(first), last.map { $0 + 1 } ?? 0)
        shift = start >= least ? 0 : (last.map { $0 + Self.pause } ?? 0) - start
    }

    /// The time of a sample's messages, in nanoseconds from 0.
    ///
    /// - Parameter stamp: milliseconds, less than 10^12 in magnitude.
    /// - Returns: nil behind the year 2038, where the stamps of ROS 2 end.
    mutating func time(of stamp: Double) -> UInt64? {
        let time = Self.nanoseconds(stamp) + shift
        guard (0...ImuMessage.mostSeconds * 1_000_000_000).contains(time) else { return nil }
        last = time
        return UInt64(time)
    }

    private static func nanoseconds(_ milliseconds: Double) -> Int64 { Int64(saturating: (milliseconds * 1e6).rounded()) }
}
