import MotionCore
import Recordings

/// Whether the stamps of a session are those of an even clock already.
enum StampGrid {
    /// So many samples tell their clock by themselves; with fewer the shortest step is the period if it divides all others.
    private static let few = 8
    /// Milliseconds: what rounding two stamps to microseconds makes of a step.
    private static let tolerance = 0.002

    /// The clock of a whole session's stamps; nil if no two of them differ.
    static func clock(of stamps: [Double]) -> SampleClock? { grid(stamps) ?? SampleClock(stamps) }

    /// Whether stamps rise and are those of a clock: to a hundredth of a period, strictly to what rounding to microseconds makes.
    static func isEven(_ stamps: [Double], _ clock: SampleClock, strictly: Bool = false) -> Bool {
        guard zip(stamps.dropFirst(), stamps).allSatisfy({ $0 > $1 }) else { return false }
        var first = 0
        for end in clock.gaps.map({ $0.after + 1 }) + [stamps.count] {
            for index in first..<end {
                let apart = stamps[index] - stamps[first] - Double(index - first) * clock.period
                if apart.magnitude > max(strictly ? 0 : 0.01 * clock.period, tolerance) { return false }
            }
            first = end
        }
        return true
    }

    /// The clock of a few stamps that are whole steps apart, at least half of them one step.
    private static func grid(_ stamps: [Double]) -> SampleClock? {
        guard (2...few).contains(stamps.count) else { return nil }
        let distances = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
        guard let period = distances.min(), period > 2 * tolerance else { return nil }
        let steps = distances.map { ($0 / period).rounded() }
        guard zip(distances, steps).allSatisfy({ ($0 - $1 * period).magnitude <= $1 * tolerance }),
            2 * steps.count(where: { $0 == 1 }) >= steps.count
        else { return nil }
        let gaps = steps.indices.filter { steps[$0] > 1 }.map { SampleClock.Gap(after: $0, lost: Int(saturating: steps[$0]) - 1) }
        return SampleClock(period: period, gaps: gaps)
    }
}
