import Formatting
import Foundation
public import MotionCore
import SignalProcessing

/// How much a stroke moves, sample by sample at the rate of a network, to find out how strokes are cut out of a stream
/// (ARITHMETIC.md, section 14.1).
struct StrokeMotion: Sendable {
    /// Differences of the accelerations from those `lag` samples before, added up over the axes; in 2⁻¹¹ g.
    private let accelerations: [Float]
    /// Rotations, added up over the axes; in 2⁻⁹ rad/s.
    private let rotations: [Float]

    init(_ stroke: RecordedSession, lag: Int) {
        accelerations = (0..<stroke.count).map { index in
            let earlier = max(0, index - lag)
            return (0..<3).reduce(0) { $0 + abs(stroke.values[index * 6 + $1] - stroke.values[earlier * 6 + $1]) }
                * Float(StrokeCut.stepsInG)
        }
        rotations = (0..<stroke.count).map { index in
            (3..<6).reduce(0) { $0 + abs(stroke.values[index * 6 + $1]) } * Float(StrokeCut.stepsInRadians)
        }
    }

    /// Of each sample, as a network sees it that reads these quantities.
    func steps(accelerates: Bool, rotates: Bool) -> [Float] {
        zip(accelerations, rotations).map { (accelerates ? $0 : 0) + (rotates ? $1 : 0) }
    }
}

extension DataSet {
    /// How strokes like these are cut out of a stream; nil without strokes, if they are longer than 4,096 samples, or of other
    /// channels than six axes.
    ///
    /// A stroke begins when its motion reaches half of what nine in ten reach, and pauses below a fifth of a usual stroke's mean;
    /// the longest lull that nineteen in twenty have does not end it.
    ///
    /// - Parameter features: what the network reads, by name.
    public func strokeCut(reading features: [String]) -> StrokeCut? {
        guard channels == .sixAxes else { return nil }
        let motions = sources.flatMap(\.strokes).map { stroke in
            StrokeMotion(stroke.motion.resampled(to: rate, from: stroke.rate), lag: StrokeCut.lag(at: rate))
        }
        guard !motions.isEmpty else { return nil }
        let accelerates = features.contains(where: SixAxes.accelerations.contains)
        let rotates = features.contains(where: SixAxes.rotations.contains)
        let strokes = motions.map { $0.steps(accelerates: accelerates, rotates: rotates) }
        let smoothing = min(8, max(0, Int(saturating: log2(StrokeCut.meanSeconds * rate).rounded())))
        let usual = strokes.map { $0.reduce(0, +) / Float($0.count) }.quantile(0.5, .below) ?? 0
        let stop = max(StrokeCut.stillness, usual * StrokeCut.pausing)
        let peaks = strokes.map { $0.peak(ofMean: smoothing) }
        let start = max(stop * 1.5, (peaks.quantile(0.1, .below) ?? 0) * StrokeCut.starting)
        let lulls = strokes.map { Float($0.longestLull(below: stop)) }
        let longest = lulls.quantile(0.95, .below) ?? 0
        let lengths = strokes.map { Float($0.count(above: stop)) }
        func samples(_ seconds: Double) -> Int { Int(saturating: (seconds * rate).rounded(.up)) }
        let least = max(StrokeCut.lengths.lowerBound, Int(saturating: (lengths.quantile(0.02, .below) ?? 0) / 2))
        let cut = StrokeCut(
            start: Int(saturating: start.rounded()), stop: Int(saturating: stop.rounded()), lag: StrokeCut.lag(at: rate),
            smoothing: smoothing,
            before: samples(0.4), pause: min(samples(0.6), max(samples(0.2), Int(saturating: longest) + 1)),
            least: least, most: min(StrokeCut.lengths.upperBound, max(least, Int(saturating: (lengths.max() ?? 0) * 1.5))))
        // Strokes of thousands of samples are none that a device could hold: they are classified where somebody else has cut them.
        return cut.isValid ? cut : nil
    }
}

extension StrokeCut {
    /// Motion that noise and the offset of a rotation make, and a hand that holds still: 0.07 g or 0.3 rad/s.
    fileprivate static let stillness: Float = 150
    /// Parts of a usual stroke's mean motion, and of what nine in ten strokes reach.
    fileprivate static let pausing: Float = 0.2
    fileprivate static let starting: Float = 0.5
    /// Of the running mean.
    fileprivate static let meanSeconds = 0.16
}

extension [Float] {
    /// The most that its running mean reaches.
    fileprivate func peak(ofMean smoothing: Int) -> Float {
        let share = 1 / Float(1 << smoothing)
        var mean: Float = 0
        return reduce(0) { most, value in
            mean += (value - mean) * share
            return Swift.max(most, mean)
        }
    }

    /// The most samples in a row below a limit, between two that are not.
    fileprivate func longestLull(below limit: Float) -> Int {
        var longest = 0
        var last: Int?
        for (index, value) in enumerated() where value >= limit {
            if let last { longest = Swift.max(longest, index - last - 1) }
            last = index
        }
        return longest
    }

    /// Samples from the first to the last that reach a limit.
    fileprivate func count(above limit: Float) -> Int {
        guard let first = firstIndex(where: { $0 >= limit }), let last = lastIndex(where: { $0 >= limit }) else { return 0 }
        return last - first + 1
    }
}
