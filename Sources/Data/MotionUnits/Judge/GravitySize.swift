/// How large gravity is in the numbers of an acceleration, and so in which unit they are.
///
/// Gravity is always there and keeps its length, whatever a hand does: over seconds the mean acceleration, in a frame that stands
/// still, is near 1 g. Where it is small beside the accelerations themselves, gravity was taken out of them.
struct GravitySize {
    enum Answer: Sendable {
        case unit(AccelerationUnit)
        /// Too short, or shaken too hard, or fitting two units.
        case unclear
        /// No unit has a gravity of this size.
        case noUnit
        /// Hardly anything stays the same over seconds.
        case noGravity
        /// More than any usual accelerometer measures, in the unit that gravity has.
        case beyondRange(AccelerationUnit)
    }

    let answer: Answer
    /// In the numbers' own unit; nil of too short a motion.
    let size: Double?

    /// Numbers that 1 g is: in units, and in the counts of common sensors' ranges (ADXL345; LSM9DS1 at ±16 g; LSM6DS, MPU-6050,
    /// BMI160 and others at ±16, ±8, ±4, ±2 g).
    private static let known: [(unit: AccelerationUnit, perG: Double)] = [
        (.g, 1), (.metresPerSecondSquared, AccelerationUnit.standardGravity), (.milliG, 1000), (.counts, 256), (.counts, 1366),
        (.counts, 2048), (.counts, 4096), (.counts, 8192), (.counts, 16_384),
    ]
    /// Seconds of a mean, and of a motion that is not held still.
    private static let span = (short: 2.0, long: 3.0, enough: 6.0)
    /// Of a mean to the effective value: held still; moved, turned into one frame, and not.
    private static let constant = (still: 0.97, turned: 0.36, plain: 0.6)
    /// By how much sensors are off, and means of moved ones; and how far another unit's gravity must be away.
    private static let tolerance = (still: 1.15, moved: 1.3)
    private static let distance = (still: 1.2, moved: 1.33)
    private static let mostOff = 0.3
    private static let leastAlike = 0.8
    /// g, with what a sensor shows beyond its range of 16.
    private static let range = 16.8

    /// - Parameter scales: what a unit of the rotation may be in rad/s; none without a rotation, or where nobody knows.
    init(_ motion: ObservedMotion, scales: [Double]) {
        let seconds = motion.duration < Self.span.enough ? Self.span.short : Self.span.long
        let samples = max(1, motion.samples(in: seconds))
        var best = Means(SumsInOneFrame(motion, radiansPerSecond: 0), samples)
        var isTurned = false
        for scale in scales {
            let turned = Means(SumsInOneFrame(motion, radiansPerSecond: scale), samples)
            if turned.constancy > best.constancy { (best, isTurned) = (turned, true) }
        }
        guard best.lengths.count > 1, let middle = best.lengths.middle, middle > 0 else {
            (answer, size) = (.unclear, nil)
            return
        }
        let still = best.still(Self.constant.still)
        let isStill = still.count > 1
        let length = isStill ? still.middle ?? middle : middle
        size = length
        let alike = best.lengths.count { ($0 / middle - 1).magnitude < Self.mostOff }
        guard best.constancy >= (isTurned ? Self.constant.turned : Self.constant.plain),
            Double(alike) >= Self.leastAlike * Double(best.lengths.count)
        else {
            answer = motion.duration < Self.span.enough ? .unclear : .noGravity
            return
        }
        guard isStill || motion.duration >= Self.span.enough else {
            answer = .unclear
            return
        }
        answer =
            isStill
            ? Self.unit(length, motion, within: Self.tolerance.still, alone: Self.distance.still)
            : Self.unit(length, motion, within: Self.tolerance.moved, alone: Self.distance.moved)
    }

    private static func unit(
        _ length: Double, _ motion: ObservedMotion, within tolerance: Double, alone distance: Double
    ) -> Answer {
        // Counts are whole; whole g or m/s² would be too coarse for motion.
        let whole = motion.isAccelerationWhole
        let able = known.filter { $0.unit == .milliG || ($0.unit == .counts) == whole }
        func fitting(within tolerance: Double) -> [(unit: AccelerationUnit, perG: Double)] {
            able.filter { length < $0.perG * tolerance && length * tolerance > $0.perG }
        }
        guard let first = fitting(within: tolerance).first else { return .noUnit }
        // A gravity that is nearly another unit's could be that one's.
        guard fitting(within: distance).allSatisfy({ $0.unit == first.unit }) else { return .unclear }
        if first.unit != .counts, motion.accelerationPeak > range * first.perG { return .beyondRange(first.unit) }
        return .unit(first.unit)
    }

    private struct Means {
        let lengths: [Double]
        private let ratios: [Double]

        init(_ sums: SumsInOneFrame, _ samples: Int) {
            let means = sums.means(of: samples, every: samples / 4)
            lengths = means.map(\.length)
            ratios = means.map { $0.effective > 0 ? $0.length / $0.effective : 0 }
        }

        var constancy: Double { ratios.middle ?? 0 }

        func still(_ least: Double) -> [Double] { zip(lengths, ratios).filter { $0.1 > least }.map(\.0) }
    }
}
