import Formatting
import MotionCore

/// The even clock behind the time stamps of a session: how far its samples are apart, and where some are missing.
///
/// A sensor measures evenly; its stamps do not show it. They are rounded, late by what a system had to do, or the same for all
/// samples of a packet. What they never do is to stay late: a stamp that waited is followed by some that did not. So of the
/// *lateness* of the samples, stamp − number · period, the least of a neighbourhood is the clock's own, and only where that rises
/// by a period or more, and does not come back, are samples missing.
package struct SampleClock {
    /// Samples that are missing.
    package struct Gap: Equatable {
        /// Between this sample and the next one.
        package var after: Int
        /// How many, at least 1; of a clock that jitters by more than a period give or take one.
        package var lost: Int

        package init(after: Int, lost: Int) {
            self.after = after
            self.lost = lost
        }
    }

    /// Milliseconds from one sample to the next, above 0.
    package let period: Double
    /// In order.
    package let gaps: [Gap]

    package init(period: Double, gaps: [Gap]) {
        self.period = period
        self.gaps = gaps
    }

    /// - Parameters:
    ///   - stamps: milliseconds, none before the one before it.
    ///   - leastGap: periods by which the clock must stand still for a gap, above 0.
    /// - Returns: nil if there are fewer than two different stamps.
    package init?(_ stamps: [Double], leastGap: Double = 0.75) {
        guard let first = stamps.first, let last = stamps.last, last > first else { return nil }
        let distances = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
        let sorted = distances.sorted()
        let median = sorted[QuantileRank.below.place(0.5, of: sorted.count)]
        // Stamps rounded to whole milliseconds average out, where the median alone would call 104 Hz (9.6 ms) 100 Hz.
        let usual = sorted.filter { median > 0 && abs($0 - median) <= median / 2 }
        let share = Double(usual.count) / Double(distances.count)
        let isEven = share >= Self.evenShare
        let search = Search(stamps, distances, leastGap)
        var period = usual.reduce(0, +) / Double(max(1, usual.count))
        if share < Self.usualShare {
            let packet = search.packet((last - first) / Double(stamps.count - 1))
            period = Self.period(stamps, over: (Self.block + packet - 1) / packet * packet)
        }
        var gaps = search.gaps(period)
        if !isEven, share >= Self.usualShare {
            // What lies between the gaps tells the period better, and that tells the gaps better.
            for _ in 0..<2 {
                period = Self.period(stamps, between: gaps) ?? period
                gaps = search.gaps(period)
            }
        }
        self.period = period
        self.gaps = gaps
    }

    /// Share of distances near their median with which that is trusted, and with which it is all there is to know.
    private static let usualShare = 0.6
    private static let evenShare = 0.99
    /// Samples over which stamps in packets are averaged, at least: whole packets, so that each begins and ends alike.
    private static let block = 64

    /// The median of the mean distances over so many samples.
    private static func period(_ stamps: [Double], over block: Int) -> Double {
        let length = min(block, stamps.count - 1)
        let means = (0..<stamps.count - length).map { (stamps[$0 + length] - stamps[$0]) / Double(length) }.sorted()
        let median = means[QuantileRank.below.place(0.5, of: means.count)]
        return median > 0 ? median : (stamps[stamps.count - 1] - stamps[0]) / Double(stamps.count - 1)
    }

    /// The mean distance without those in which samples are missing; nil if nothing is left.
    private static func period(_ stamps: [Double], between gaps: [Gap]) -> Double? {
        let missing = gaps.reduce(0) { $0 + stamps[$1.after + 1] - stamps[$1.after] }
        let steps = stamps.count - 1 - gaps.count
        let time = stamps[stamps.count - 1] - stamps[0] - missing
        return steps > 0 && time > 0 ? time / Double(steps) : nil
    }
}

/// Where the least lateness rises and does not come back.
private struct Search {
    let stamps: [Double]
    let distances: [Double]
    let leastGap: Double

    /// Samples that are looked at on either side, where stamps do not come in packets; and at most.
    private static let least = 16
    private static let most = 1000
    /// Samples that a gap is said to have lost, at most: so that those of all gaps can be added up.
    private static let mostLost = 1e9

    init(_ stamps: [Double], _ distances: [Double], _ leastGap: Double) {
        self.stamps = stamps
        self.distances = distances
        self.leastGap = leastGap
    }

    func gaps(_ period: Double) -> [SampleClock.Gap] {
        let reach = reach(period)
        var gaps: [SampleClock.Gap] = []
        var begins = 0
        // A loss makes a longer distance, whatever the stamps are late by; the time grows with the number of those.
        for index in distances.indices where distances[index] > 1.25 * period {
            let before = least(max(begins, index - reach + 1)...index, period)
            let after = least(index + 1...min(stamps.count - 1, index + reach), period)
            let rise = (after - before) / period
            guard rise >= leastGap else { continue }
            gaps.append(SampleClock.Gap(after: index, lost: max(1, Int(saturating: min(rise.rounded(), Self.mostLost)))))
            begins = index + 1
        }
        return gaps
    }

    /// The least lateness of some samples.
    private func least(_ samples: ClosedRange<Int>, _ period: Double) -> Double {
        samples.reduce(Double.infinity) { min($0, stamps[$1] - Double($1) * period) }
    }

    /// Of a packet only the last sample is hardly late: two packets on either side show one.
    private func reach(_ period: Double) -> Int { min(max(Self.least, 2 * packet(period)), Self.most) }

    /// The most samples that came at once.
    func packet(_ period: Double) -> Int {
        var (run, longest) = (1, 1)
        for distance in distances {
            run = distance < period / 4 ? run + 1 : 1
            longest = max(longest, run)
        }
        return longest
    }
}
