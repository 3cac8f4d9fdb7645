import Formatting
import Recordings

/// What filling gaps would make of recordings that lose single samples again and again: how long the stretches between gaps are,
/// and how long they would be.
struct BridgeOutlook {
    /// Samples of the stretch that is being read, by how many missing ones are filled.
    private var run = Self.none
    /// Samples in stretches of a second or more, and the longest stretch in samples and seconds.
    private var usable = Self.none
    private var longest = Self.none
    private var longestSeconds = 0.0
    private var all = 0
    private var rate = 1.0

    private static let none = [Int](repeating: 0, count: DataSetConversion.bridges.count)

    /// Takes a part of a session in.
    ///
    /// - Parameters:
    ///   - gaps: counted in the part; -1 is before its first sample.
    ///   - filled: samples of a gap that are filled anyhow.
    ///   - rate: samples per second, as recorded.
    mutating func add(_ count: Int, _ gaps: [SampleClock.Gap], filled: Int, rate: Double) {
        self.rate = rate
        all += count
        for bridge in run.indices {
            var first = 0
            for gap in gaps {
                run[bridge] += gap.after + 1 - first
                first = gap.after + 1
                if gap.lost <= max(bridge, filled) { run[bridge] += gap.lost } else { end(bridge) }
            }
            run[bridge] += count - first
        }
    }

    /// The session ends.
    mutating func endSession() { run.indices.forEach { end($0) } }

    private mutating func end(_ bridge: Int) {
        if Double(run[bridge]) >= rate { usable[bridge] += run[bridge] }
        if run[bridge] > longest[bridge] {
            longest[bridge] = run[bridge]
            if bridge == 0 { longestSeconds = Double(run[bridge]) / rate }
        }
        run[bridge] = 0
    }

    /// What to say where most of the samples lie in stretches of less than a second and filling more would change that.
    ///
    /// - Parameter bridge: samples of a gap that are filled.
    func offer(beyond bridge: Int) -> Sentence? {
        guard usable[bridge] * 2 < all else { return nil }
        let more = run.indices.first { $0 > bridge && usable[$0] * 2 >= all && usable[$0] >= usable[bridge] * 2 }
        guard let more else { return nil }
        let seconds = String(printing: "%.2f s", longestSeconds * Double(longest[bridge]) / Double(max(1, longest[0])))
        let share = Numbers.percent(Double(usable[bridge]) / Double(all), decimals: 0)
        return
            "samples are missing so often that only \(share) of them lie in stretches of a second or more; the longest has "
            + "\(longest[bridge]) samples (\(seconds))"
            + "\(remedy: "\(.bridge, .text("\(more)")) makes up gaps of up to \(more) along straight lines, and then the longest has \(longest[more])")"
    }
}
