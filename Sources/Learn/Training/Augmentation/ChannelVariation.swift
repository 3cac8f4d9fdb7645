package import MotionCore
package import Randomness
import Recordings

/// One draw of the augmentation of samples that are more, or less, than one sensor's six axes: each sensor sits otherwise by
/// itself, a channel that is no motion is stronger or weaker and lies higher or lower, and a sensor or such a channel may be
/// missing. The same for all samples of a sequence.
package struct ChannelVariation: Sendable {
    /// Vectors of three channels, and what they are multiplied by.
    private var turned: [(columns: SIMD3<Int>, by: Matrix3)] = []
    /// Other channels: `gain · value + offset`.
    private var others: [(column: Int, gain: Float, offset: Float)] = []
    /// Channels of which nothing is seen.
    private var missing: [Int] = []

    /// Nothing changes.
    package init() {}

    /// - Parameters:
    ///   - first: what is done to the first sensor.
    ///   - up: of each sensor, the unit vector against gravity.
    ///   - statistics: of the channels.
    package init(
        _ options: AugmentationOptions, _ channels: NamedChannels, first: Variation, up: [SIMD3<Float>],
        _ statistics: ChannelStatistics, random: inout SeededGenerator
    ) {
        var isTurned = [Bool](repeating: false, count: channels.count)
        for (number, sensor) in channels.sensors.enumerated() {
            let variation = number == 0 ? first : first.turnedAnew(options, up: up[number], &random)
            for (columns, matrix) in [(sensor.acceleration, variation.acceleration), (sensor.rotation, variation.rotation)] {
                guard let columns else { continue }
                turned.append((columns, matrix))
                for axis in 0..<3 { isTurned[columns[axis]] = true }
            }
        }
        for column in isTurned.indices where !isTurned[column] {
            let gain = Float(max(0.2, 1 + random.normal() * options.gain))
            let offset = Float(random.normal() * options.offset) * statistics.deviation[column]
            // About the mean, so that a gain does not move a channel that lies far from zero.
            others.append((column, gain, offset + statistics.mean[column] * (1 - gain)))
        }
        guard options.missing > 0 else { return }
        let groups = Self.groups(channels)
        let lost = groups.filter { _ in random.happens(options.missing) }
        // Of nothing at all nothing can be learned.
        if lost.count < groups.count { missing = lost.flatMap(\.self) }
    }

    /// What is missing together: the axes of a sensor; every other channel by itself.
    private static func groups(_ channels: NamedChannels) -> [[Int]] {
        let sensors = channels.sensors.map { $0.columns.compactMap(\.self) }
        let motion = Set(sensors.flatMap(\.self))
        return sensors + channels.names.indices.filter { !motion.contains($0) }.map { [$0] }
    }

    /// A sample between two of a session.
    ///
    /// - Parameter width: values of a sample.
    @inline(__always)
    package func apply(
        _ values: UnsafeBufferPointer<Float>, width: Int, _ before: Int, _ after: Int, share: Float,
        to result: UnsafeMutableBufferPointer<Float>
    ) {
        let (first, second) = (before * width, after * width)
        for column in 0..<width {
            result[column] = values[first + column] + share * (values[second + column] - values[first + column])
        }
        for (columns, matrix) in turned {
            let vector = matrix * SIMD3(result[columns.x], result[columns.y], result[columns.z])
            for axis in 0..<3 { result[columns[axis]] = vector[axis] }
        }
        for (column, gain, offset) in others { result[column] = result[column] * gain + offset }
        for column in missing { result[column] = .nan }
    }
}

extension RecordedSession {
    /// Of each sensor, the direction of its mean acceleration, against gravity, as a unit vector; 0 where there is no gravity.
    var ups: [SIMD3<Float>] { channels.sensors.map { $0.acceleration.map(up(of:)) ?? SIMD3() } }
}
