import MotionCore
import Randomness

/// When the cable carries nothing from the device to the host.
struct PauseSchedule {
    /// Link time at which the present pause ends; nil: there is none.
    private(set) var end: UInt64?
    private let faults: LinkFaults
    private var random: SeededGenerator
    private var next: UInt64?

    init(faults: LinkFaults, random: SeededGenerator, now: UInt64) {
        self.faults = faults
        self.random = random
        draw(after: now)
    }

    mutating func advance(now: UInt64) {
        if let end, now >= end {
            self.end = nil
            draw(after: now)
        }
        if let next, now >= next {
            self.next = nil
            end = now + UInt64(saturating: faults.pauseSeconds * 1_000_000)
        }
    }

    private mutating func draw(after now: UInt64) {
        guard let seconds = faults.secondsBetweenPauses else { return }
        next = now + UInt64(saturating: Double.random(in: 0.5...1.5, using: &random) * seconds * 1_000_000)
    }
}
