import Foundation

/// What a live run takes from the machine besides the port: a replay puts its own in its place, so that it goes the same each time.
package struct LiveSurroundings {
    /// The time by which everything is decided.
    package var clock: any LiveClock
    /// Measures how long the loop itself takes, which decides nothing; nil: the clock does.
    package var stopwatch: (any LiveClock)?
    /// Waits so many microseconds for a port that went away.
    package var rest: (UInt32) -> Void = { usleep($0) }
    /// The number of a session, drawn at random; not 0.
    package var drawSession: () -> UInt32 = { .random(in: 1...UInt32.max) }
    /// Whether a port that went away may come back.
    package var mayReopen: () -> Bool = { true }

    /// The machine, but for its clocks.
    package init(clock: any LiveClock = MonotonicClock(), stopwatch: (any LiveClock)? = nil) {
        (self.clock, self.stopwatch) = (clock, stopwatch)
    }
}
