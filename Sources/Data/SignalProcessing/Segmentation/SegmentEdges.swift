import Foundation
import MotionCore

/// Where a segment that the hysteresis found begins and ends to the sample.
///
/// An arm is lifted before a gesture and lowered after it, and that is motion too. The segment is therefore first cut to where a
/// short mean of its motion reaches half of its median. The end is then the best place to divide what is around it into two
/// stretches of unlike mean and variance: the place of greatest likelihood of a change in six normal channels (Killick and Eckley,
/// “changepoint”, Journal of Statistical Software 58, 2014). The motion of lowering an arm is divided in its middle.
struct SegmentEdges {
    /// The motion of each sample in g, and its six values.
    let motion: ArraySlice<Float>
    let values: ArraySlice<Float>
    /// Samples per second.
    let rate: Double

    /// Share of the median that an edge has.
    private static let level: Float = 0.5
    /// Of the mean, and of what is looked at after the end.
    private static let (meanSeconds, afterSeconds) = (0.1, 0.3)
    /// A variance that noise has, in g².
    private static let noise = 0.02

    /// - Parameter segment: in samples of `motion`, from 0.
    func refined(_ segment: Segment) -> Segment {
        let means = means
        let inside = means[segment.begin..<segment.end]
        let limit = inside.sorted()[inside.count / 2] * Self.level
        guard let first = inside.firstIndex(where: { $0 >= limit }), let last = inside.lastIndex(where: { $0 >= limit }) else {
            return segment
        }
        let middle = first + (last + 1 - first) / 2
        let after = min(motion.count, last + 1 + Int(saturating: Self.afterSeconds * rate))
        return Segment(begin: first, end: change(between: middle, and: after) ?? last + 1)
    }

    /// Of the motion, centred.
    private var means: [Float] {
        let length = max(1, Int(saturating: Self.meanSeconds * rate))
        let motion = Array(motion)
        return motion.indices.map { index in
            let range = max(0, index - length / 2)..<min(motion.count, index - length / 2 + length)
            return motion[range].reduce(0, +) / Float(length)
        }
    }

    /// The sample before which one regime ends and another begins; nil where there are too few.
    private func change(between first: Int, and end: Int) -> Int? {
        let margin = max(3, Int(saturating: 0.1 * rate))
        guard end - first > 2 * margin else { return nil }
        var best: (cost: Double, place: Int)?
        var (left, right) = (Moments(), Moments())
        for sample in first..<end { right.add(sixfold(sample), 1) }
        for sample in first..<end {
            let value = sixfold(sample)
            left.add(value, 1)
            right.add(value, -1)
            let place = sample + 1
            guard place - first >= margin, end - place >= margin else { continue }
            let cost = left.cost(Self.noise) + right.cost(Self.noise)
            if best.map({ cost < $0.cost }) ?? true { best = (cost, place) }
        }
        return best?.place
    }

    /// Accelerations in g, rotations in 4 rad/s, and two zeros.
    private func sixfold(_ sample: Int) -> SIMD8<Double> {
        var result = SIMD8<Double>()
        for channel in 0..<6 {
            let value = Double(values[values.startIndex + sample * 6 + channel])
            result[channel] = channel < 3 ? value : value / 4
        }
        return result
    }

    private struct Moments {
        private var count = 0.0
        private var sum = SIMD8<Double>()
        private var squares = SIMD8<Double>()

        mutating func add(_ value: SIMD8<Double>, _ sign: Double) {
            count += sign
            sum += value * sign
            squares += value * value * sign
        }

        /// Minus the logarithm of twice the likelihood, but for a constant.
        func cost(_ noise: Double) -> Double {
            guard count > 0 else { return 0 }
            let mean = sum / count
            let variances = squares / count - mean * mean
            return count * (0..<6).reduce(0) { $0 + log(max(0, variances[$1]) + noise) }
        }
    }
}
