public import MotionCore

/// A sensor's errors by laying it on each of its six sides once: what the gyroscope reads at rest, and the offset and gain of every
/// accelerometer axis. A value; one still moment after another.
///
/// At rest an accelerometer measures one g, whichever side is up. The six moments are fitted to that by Gauss and Newton's method,
/// so that a side that leans by some degrees does no harm.
public struct SixPositions: Sendable {
    /// A side, by the axis that points up.
    public struct Side: Sendable, Hashable, Comparable {
        /// 0 … 2 for x … z.
        public let axis: Int
        public let isNegative: Bool

        public static func < (left: Side, right: Side) -> Bool {
            (left.axis, left.isNegative ? 1 : 0) < (right.axis, right.isNegative ? 1 : 0)
        }
    }

    /// What came of a moment.
    public enum Step: Sendable, Equatable {
        /// The first of this side.
        case new(Side)
        /// It has been there already.
        case known(Side)
        /// No axis points up clearly: it leans by more than 35°.
        case leaning
    }

    private var moments: [Side: Stillness.Moment] = [:]

    public init() {}

    /// Sides that have been up.
    public var sides: Set<Side> { Set(moments.keys) }
    /// Sides that have not.
    public var missing: [Side] { Self.all.filter { moments[$0] == nil } }
    private static let all = (0..<3).flatMap { axis in [false, true].map { Side(axis: axis, isNegative: $0) } }

    /// cos 35°.
    private static let leastShare = 0.82

    /// Takes a still moment.
    public mutating func add(_ moment: Stillness.Moment) -> Step {
        let length = (moment.acceleration * moment.acceleration).sum().squareRoot()
        let shares = (0..<3).map { abs(moment.acceleration[$0]) / max(length, 1e-9) }
        guard let axis = shares.indices.first(where: { shares[$0] > Self.leastShare }), length > 0.5, length < 1.5 else {
            return .leaning
        }
        let side = Side(axis: axis, isNegative: moment.acceleration[axis] < 0)
        guard moments[side] == nil else { return .known(side) }
        moments[side] = moment
        return .new(side)
    }

    /// What the gyroscope reads at rest, in rad/s; nil before the first moment.
    public var rotationOffset: SIMD3<Double>? {
        guard !moments.isEmpty else { return nil }
        return moments.values.reduce(SIMD3<Double>()) { $0 + $1.rotation } / Double(moments.count)
    }

    /// The errors; nil before all six sides were up, or if no offset below half a g and gain near 1 explains them.
    public var correction: SensorCorrection? {
        guard missing.isEmpty, let rotationOffset else { return nil }
        let readings = Self.all.compactMap { moments[$0]?.acceleration }
        var correction = SensorCorrection()
        correction.rotationOffset = rotationOffset
        for axis in 0..<3 {
            let (up, down) = (readings[2 * axis][axis], readings[2 * axis + 1][axis])
            guard up > down else { return nil }
            correction.accelerationOffset[axis] = (up + down) / 2
            correction.accelerationGain[axis] = 2 / (up - down)
        }
        for _ in 0..<10 { guard Self.improve(&correction, readings) else { return nil } }
        for axis in 0..<3 where !Self.isLikely(correction, axis) { return nil }
        return correction
    }

    private static func isLikely(_ correction: SensorCorrection, _ axis: Int) -> Bool {
        abs(correction.accelerationOffset[axis]) < 0.5 && (0.7...1.4).contains(correction.accelerationGain[axis])
    }

    /// One step: six equations |(a − offset) · gain|² = 1, six unknowns.
    private static func improve(_ correction: inout SensorCorrection, _ readings: [SIMD3<Double>]) -> Bool {
        var rows: [[Double]] = []
        for reading in readings {
            let left = reading - correction.accelerationOffset
            let value = left * correction.accelerationGain
            let byOffset = -2 * value * correction.accelerationGain
            let byGain = 2 * value * left
            rows.append((0..<3).map { byOffset[$0] } + (0..<3).map { byGain[$0] } + [1 - (value * value).sum()])
        }
        guard let step = LinearEquations.solved(rows) else { return false }
        for axis in 0..<3 {
            correction.accelerationOffset[axis] += step[axis]
            correction.accelerationGain[axis] += step[3 + axis]
        }
        return true
    }
}
