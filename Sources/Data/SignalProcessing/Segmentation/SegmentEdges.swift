import Foundation
import MotionCore

/// Where a segment that the hysteresis found begins and ends to the sample.
///
/// An arm is lifted before a gesture and lowered after it, and that is motion too. The segment is therefore first cut to where a
/// short mean of its motion reaches half of its median. The end is then the best place to divide what is around it into two
/// stretches of unlike mean and variance: the place of greatest likelihood of a change in normal channels (Killick and Eckley,
/// “changepoint”, Journal of Statistical Software 58, 2014). The motion of lowering an arm is divided in its middle.
struct SegmentEdges {
    /// The motion of each sample in g, or what stands for it, and its values.
    let motion: ArraySlice<Float>
    let values: ArraySlice<Float>
    /// What each channel is multiplied by, so that all are alike.
    let weights: [Double]
    /// Samples per second.
    let rate: Double

    /// Accelerations in g, rotations in 4 rad/s.
    static let motionWeights: [Double] = [1, 1, 1, 0.25, 0.25, 0.25]

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
        var (left, right) = (Moments(weights.count), Moments(weights.count))
        for sample in first..<end { right.add(weighted(sample), 1) }
        for sample in first..<end {
            let value = weighted(sample)
            left.add(value, 1)
            right.add(value, -1)
            let place = sample + 1
            guard place - first >= margin, end - place >= margin else { continue }
            let cost = left.cost(Self.noise) + right.cost(Self.noise)
            if best.map({ cost < $0.cost }) ?? true { best = (cost, place) }
        }
        return best?.place
    }

    /// The values of a sample, eight at a time, and zeros behind them. What is missing is 0.
    private func weighted(_ sample: Int) -> [SIMD8<Double>] {
        var result = [SIMD8<Double>](repeating: SIMD8(), count: (weights.count + 7) / 8)
        for (channel, weight) in weights.enumerated() {
            let value = Double(values[values.startIndex + sample * weights.count + channel])
            result[channel / 8][channel % 8] = value.isNaN ? 0 : value * weight
        }
        return result
    }

    private struct Moments {
        private let channels: Int
        private var count = 0.0
        private var sum: [SIMD8<Double>]
        private var squares: [SIMD8<Double>]

        init(_ channels: Int) {
            self.channels = channels
            sum = Array(repeating: SIMD8(), count: (channels + 7) / 8)
            squares = sum
        }

        mutating func add(_ values: [SIMD8<Double>], _ sign: Double) {
            count += sign
            for (block, value) in values.enumerated() {
                sum[block] += value * sign
                squares[block] += value * value * sign
            }
        }

        /// Minus the logarithm of twice the likelihood, but for a constant.
        func cost(_ noise: Double) -> Double {
            guard count > 0 else { return 0 }
            return count
                * (0..<channels).reduce(0) { total, channel in
                    let mean = sum[channel / 8][channel % 8] / count
                    let variance = squares[channel / 8][channel % 8] / count - mean * mean
                    return total + log(max(0, variance) + noise)
                }
        }
    }
}
