import Formatting
import Recordings

/// How many samples a second the stamps of a table give, in each unit that they may have.
struct StampRates {
    /// From one sample to the next one, in the stamps' own unit, by the even clock behind them.
    let step: Double
    /// The step that nine in ten are not shorter than, of those that are not 0: where samples are missing the clock tells too much.
    private let shortest: Double
    /// Whether more than one in ten are those of the row before.
    let areRepeated: Bool
    private let count: Int

    /// Steps that have to be seen before a unit that somebody has said is doubted.
    private static let enough = 20
    /// Samples per second that a sensor of motion may have.
    private static let possible = 0.5...10_000

    /// - Parameter stamps: those of the first rows; the longest stretch in which time does not go back tells.
    /// - Returns: nil if no two stamps of it differ.
    init?(_ stamps: [Double]) {
        var run = 0..<0
        var begin = 0
        for index in stamps.indices {
            if index > begin, stamps[index] < stamps[index - 1] { begin = index }
            if index - begin + 1 > run.count { run = begin..<index + 1 }
        }
        let stamps = Array(stamps[run])
        guard let clock = SampleClock(stamps) else { return nil }
        let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
        let rising = steps.filter { $0 > 0 }
        shortest = rising.quantile(0.1, .below) ?? clock.period
        areRepeated = (steps.count - rising.count) * 10 > steps.count
        count = steps.count
        // Of stamps that are rounded to many samples the whole tells more than pieces of it.
        let lost = clock.gaps.reduce(0) { $0 + $1.lost }
        step = areRepeated ? (stamps[stamps.count - 1] - stamps[0]) / Double(steps.count + lost) : clock.period
    }

    /// Samples per second.
    func rate(in unit: TimeUnit) -> Double { 1000 / (step * unit.factor) }

    /// Whether no sensor of motion has the rate that a unit gives, as far as there is enough to tell.
    ///
    /// - Parameter isSure: whether the unit is certain, so that the samples may be few.
    func isImpossible(in unit: TimeUnit, isSure: Bool) -> Bool {
        guard count >= Self.enough else { return false }
        return rate(in: unit) > Self.possible.upperBound
            || (!isSure && 1000 / (shortest * unit.factor) < Self.possible.lowerBound)
    }

    /// `3.33 Hz in s, 3333 Hz in ms, …`, and that stamps repeat.
    var words: String {
        let units = TimeUnit.allCases.filter { (0.01...100_000).contains(rate(in: $0)) }
        let rates = units.map { "\(hertz(in: $0)) in \($0.rawValue)" }.joined(separator: ", ")
        return (areRepeated ? "they repeat, and " : "") + (rates.isEmpty ? "no rate comes of them" : "there would be \(rates)")
    }

    /// `3.33 Hz`, `3333 Hz`.
    func hertz(in unit: TimeUnit) -> String {
        let rate = rate(in: unit)
        return String(printing: rate < 1000 ? "%.3g Hz" : "%.0f Hz", rate)
    }
}
