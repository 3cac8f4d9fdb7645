/// The units that a rotation may be in, as far as its numbers and gravity do not refute them.
struct RotationHypotheses {
    private(set) var left: [Hypothesis] = []
    /// The one that is left after a motion that could refute the others.
    private(set) var certain: Hypothesis?
    /// How gravity follows from the rotation; nil without an acceleration.
    private(set) var fit: (correlation: Double, radiansPerSecond: Double)?
    /// Whether gravity follows from the rotation in the one that is left.
    var isConfirmed: Bool { certain != nil && (fit?.correlation ?? 0) > Self.goodFit.correlation }
    /// Which other axes fit much better; nil where none do.
    private(set) var axes: GyroscopeAxes?

    struct Hypothesis {
        let unit: RotationUnit
        /// What a unit may be in rad/s: counts are of many ranges.
        let scales: [Double]
        var smallest: Double { scales[scales.count - 1] }
        var largest: Double { scales[0] }
    }

    /// A shorter motion refutes nothing: one push may look like gravity.
    private static let leastSeconds = 2.9
    private static let degree = Double.pi / 180
    /// Degrees a second of a count: of the largest range (±2000 °/s of an LSM6DS) first, of the smallest (±125 °/s) last.
    private static let counts: [Double] = [
        0.07, 1 / 16.4, 0.035, 1 / 32.8, 0.0175, 1 / 65.5, 8.75e-3, 1 / 131, 4.375e-3, 1 / 262.4,
    ]
    private static let all = [
        Hypothesis(unit: .radiansPerSecond, scales: [1]), Hypothesis(unit: .degreesPerSecond, scales: [degree]),
        Hypothesis(unit: .millidegreesPerSecond, scales: [degree / 1000]),
        Hypothesis(unit: .counts, scales: counts.map { $0 * degree }),
    ]
    /// rad/s: the widest range of a common gyroscope is ±4000 °/s.
    private static let fastest = 4400 * degree
    /// How much faster than the gyroscope gravity may turn; real motion of hands, waists and wrists reached 0.91.
    private static let mostTurn = 2.5
    /// Of the length of a mean that rotation turned into one frame, to that of the plain one, where that is nearly all of the
    /// acceleration; 0.7 was the least with the right unit.
    private static let leastLeft = 0.5
    private static let steady = 0.95
    /// Seconds of such means.
    private static let spans = [1.0, 2, 4, 8]
    /// rad/s, over a second: consumer gyroscopes have ten times this noise.
    private static let leastNoise = 0.0005 * degree
    /// Correlations from which a fit means something, and how far it may then be off: pushes attenuate and amplify it.
    private static let goodFit = (correlation: 0.7, off: 4.0)
    /// Correlation, distance of the squares, and seconds from which other axes are named.
    private static let other = (correlation: 0.8, distance: 0.1, seconds: 19.0)
    /// Of gravity's direction along one axis, smoothed over a second, until other axes are named: 25° or so.
    private static let leastTurn = 0.4

    init(_ motion: ObservedMotion) {
        let possible = Self.all.filter { Self.isPossible($0, motion) }
        guard motion.rotationPeak > 0, motion.duration >= Self.leastSeconds else {
            left = possible
            return
        }
        guard !motion.acceleration.isEmpty else {
            left = possible.filter { Self.isNoisyEnough($0, motion) }
            if left.count == 1 { certain = left[0] }
            return
        }
        let ratio = GravityTurn.ratio(motion)
        let fastEnough = possible.filter { ratio <= Self.mostTurn * $0.largest }
        let against = RotationAgainstGravity(motion)
        let right = against.fit(.right)
        fit = right
        left = fastEnough.filter { Self.keepsGravity($0, motion) && Self.isNoisyEnough($0, motion) }
        if right.correlation > Self.goodFit.correlation {
            left = left.filter { Self.agrees($0, right.radiansPerSecond) }
        } else {
            nameAxes(against, fastEnough, motion)
        }
        if left.count == 1 { certain = left[0] }
    }

    private static func agrees(_ hypothesis: Hypothesis, _ scale: Double) -> Bool {
        scale > hypothesis.smallest / goodFit.off && scale < hypothesis.largest * goodFit.off
    }

    /// With other axes than the right ones a unit is refuted that was right.
    private mutating func nameAxes(_ against: RotationAgainstGravity, _ fastEnough: [Hypothesis], _ motion: ObservedMotion) {
        let fits = GyroscopeAxes.all.map { (axes: $0, fit: against.fit($0)) }.sorted { $0.fit.correlation > $1.fit.correlation }
        let (best, second) = (fits[0], fits[1])
        guard best.axes != .right, best.fit.correlation > Self.goodFit.correlation else { return }
        for hypothesis in fastEnough where !left.contains(where: { $0.unit == hypothesis.unit }) {
            if Self.agrees(hypothesis, best.fit.radiansPerSecond) { left.append(hypothesis) }
        }
        let distance = best.fit.correlation * best.fit.correlation - second.fit.correlation * second.fit.correlation
        guard best.fit.correlation > Self.other.correlation, distance > Self.other.distance,
            motion.duration >= Self.other.seconds, Self.gravityTurns(motion)
        else { return }
        // One push, or one turn that was cut, shows nothing.
        for rest in against.withoutQuarters {
            let bestOfRest = GyroscopeAxes.all.max { rest.fit($0).correlation < rest.fit($1).correlation }
            guard bestOfRest == best.axes, rest.fit(best.axes).correlation > Self.goodFit.correlation else { return }
        }
        axes = best.axes
    }

    /// Whether gravity is seen to turn: the swing of each step may fit other axes.
    private static func gravityTurns(_ motion: ObservedMotion) -> Bool {
        let gravity = smoothed(motion.acceleration, width: max(1, motion.samples(in: 1))).map(\.direction)
        guard var least = gravity.first else { return false }
        var most = least
        for direction in gravity { (least, most) = (pointwiseMin(least, direction), pointwiseMax(most, direction)) }
        return (most - least).max() > leastTurn
    }

    private static func isPossible(_ hypothesis: Hypothesis, _ motion: ObservedMotion) -> Bool {
        if hypothesis.unit == .counts, !motion.isRotationWhole || motion.largestRotation > 32_768 { return false }
        return motion.rotationPeak * hypothesis.smallest <= fastest
    }

    /// Whether gravity stays where it seems to stand still, when it is turned by the rotation: a unit that is much too large turns
    /// it all around.
    private static func keepsGravity(_ hypothesis: Hypothesis, _ motion: ObservedMotion) -> Bool {
        let plain = SumsInOneFrame(motion, radiansPerSecond: 0)
        let turned = SumsInOneFrame(motion, radiansPerSecond: hypothesis.smallest)
        for seconds in spans {
            // A slow turn shows in all of a short motion.
            let samples = min(motion.samples(in: seconds), plain.count)
            guard samples > 1 else { continue }
            for first in stride(from: 0, through: plain.count - samples, by: max(1, samples / 2)) {
                let range = first..<first + samples
                let (length, effective) = plain.mean(range)
                guard length > steady * effective else { continue }
                if turned.mean(range).length < leastLeft * length { return false }
            }
        }
        return true
    }

    private static func isNoisyEnough(_ hypothesis: Hypothesis, _ motion: ObservedMotion) -> Bool {
        let samples = max(2, motion.samples(in: 1))
        var most = 0.0
        for first in stride(from: 0, through: motion.rotation.count - samples, by: samples) {
            let values = motion.rotation[first..<first + samples]
            let mean = values.reduce(.zero, +) / Double(samples)
            let square = values.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() } / Double(3 * samples)
            most = max(most, square.squareRoot())
        }
        // Rounding may have taken all of it away.
        return most == 0 || most * hypothesis.largest >= leastNoise
    }
}
