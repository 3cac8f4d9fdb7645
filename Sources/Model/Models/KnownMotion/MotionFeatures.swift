import Foundation

/// Some seconds of motion as numbers in which motion of one kind lies close together, and which a wrong unit, axis or rate moves
/// far: levels and rates of change as logarithms, dependences as correlations.
enum MotionFeatures {
    /// Mean acceleration 3; logarithms of its length, of the quiet |a|, of the mean |a|; of the spread of each axis 6; of how fast
    /// each changes against that 6; correlations: among accelerations 3, among rotations 3, of both 9, of changes of acceleration
    /// with rotations 9; of changes of acceleration with −ω × a, axis by axis, 3, and how large they are against it, an angle; the
    /// same of slow motion, for each of two low-passes, with the correlation over all axes, 5.
    static let count = 56

    /// How much each may differ from one person to another without anything being wrong; the second number where few people were
    /// learned from. Physics is the same for all, but one person does not show how much of a change is gravity's.
    static let tolerances: [(ofMany: Double, ofFew: Double)] =
        repeated(3, (0.15, 0.225)) + [(0.1, 0.1), (0.04, 0.04), (0.1, 0.1)] + repeated(6, (0.6, 0.9)) + repeated(6, (0.25, 0.375))
        + repeated(24, (0.25, 0.375)) + repeated(4, (0.2, 0.2)) + slow + slow

    private static let slow = repeated(4, (0.2, 0.7)) + [(0.1, 0.7)]

    private static func repeated(_ times: Int, _ tolerance: (Double, Double)) -> [(ofMany: Double, ofFew: Double)] {
        (0..<times).map { _ in tolerance }
    }

    /// Below these nothing is told from noise: g, rad/s, and both per second.
    private static let noise = (acceleration: 0.003, rotation: 0.005)
    private static let correlated = (acceleration: 0.01, rotation: 0.02, change: 0.05)
    /// g/s, of slow motion.
    private static let still = 0.002
    private static let sizes = 0.02

    /// - Parameters:
    ///   - reading: how the numbers are taken to have come about.
    ///   - features: `[count]`, overwritten.
    static func of(_ sums: MotionSums, _ reading: MotionReading, into features: inout [Double]) {
        let (p, q) = (reading.acceleration.source, reading.rotation.source)
        let s = reading.acceleration.sign * reading.accelerationFactor
        let t = reading.rotation.sign * reading.rotationFactor
        let (n, m) = (Double(max(1, sums.samples)), Double(max(1, sums.turns.changes)))
        let (ka, kw) = (reading.accelerationFactor, reading.rotationFactor)
        let kr = reading.rateFactor
        var place = 0
        func put(_ value: Double) {
            features[place] = value
            place += 1
        }
        var mean = SIMD3<Double>.zero
        var turning = SIMD3<Double>.zero
        for axis in 0..<3 {
            mean[axis] = s[axis] * sums.acceleration[p[axis]] / n
            turning[axis] = t[axis] * sums.rotation[q[axis]] / n
            put(mean[axis])
        }
        put(log((mean * mean).sum().squareRoot() + sizes))
        put(log(ka * (sums.quietWeight > 0 ? sums.quietSize / sums.quietWeight : 0) + sizes))
        put(log(ka * sums.size / n + sizes))
        var spread = (acceleration: SIMD3<Double>.zero, rotation: SIMD3<Double>.zero)
        var level = SIMD3<Double>.zero
        var change = (acceleration: SIMD3<Double>.zero, rotation: SIMD3<Double>.zero)
        for axis in 0..<3 {
            let (a, w) = (p[axis], q[axis])
            spread.acceleration[axis] = max(0, ka * ka * sums.accelerations[a, a] / n - mean[axis] * mean[axis])
            level[axis] = kw * kw * sums.rotations[w, w] / n
            spread.rotation[axis] = max(0, level[axis] - turning[axis] * turning[axis])
            change.acceleration[axis] = ka * ka * kr * kr * sums.turns.squaredChanges[a] / m
            change.rotation[axis] = kw * kw * kr * kr * sums.rotationChanges[w] / m
        }
        func logarithm(_ square: Double, _ noise: Double) -> Double { 0.5 * log(square + noise * noise) }
        for axis in 0..<3 { put(logarithm(spread.acceleration[axis], noise.acceleration)) }
        for axis in 0..<3 { put(logarithm(level[axis], noise.rotation)) }
        for axis in 0..<3 { put(logarithm(change.acceleration[axis], noise.acceleration) - features[6 + axis]) }
        for axis in 0..<3 { put(logarithm(change.rotation[axis], noise.rotation) - features[9 + axis]) }

        func root(_ square: Double, _ floor: Double) -> Double { (square + floor * floor).squareRoot() }
        func of(_ first: Int, _ second: Int) -> Double {
            (s[first] * s[second] * sums.accelerations[p[first], p[second]] / n - mean[first] * mean[second])
                / (root(spread.acceleration[first], correlated.acceleration)
                    * root(spread.acceleration[second], correlated.acceleration))
        }
        func ofRotations(_ first: Int, _ second: Int) -> Double {
            (t[first] * t[second] * sums.rotations[q[first], q[second]] / n - turning[first] * turning[second])
                / (root(spread.rotation[first], correlated.rotation) * root(spread.rotation[second], correlated.rotation))
        }
        for (first, second) in pairs { put(of(first, second)) }
        for (first, second) in pairs { put(ofRotations(first, second)) }
        for first in 0..<3 {
            for second in 0..<3 {
                let product = s[first] * t[second] * sums.together[p[first], q[second]] / n - mean[first] * turning[second]
                put(
                    product
                        / (root(spread.acceleration[first], correlated.acceleration)
                            * root(spread.rotation[second], correlated.rotation)))
            }
        }
        for first in 0..<3 {
            for second in 0..<3 {
                let product = kr * s[first] * t[second] * sums.changesTogether[p[first], q[second]] / m
                put(
                    product
                        / (root(change.acceleration[first], correlated.change) * root(level[second], correlated.rotation)))
            }
        }
        let turns = Turns(sums.turns, reading, floors: (change: correlated.change, turn: correlated.rotation))
        for axis in 0..<3 { put(turns.correlations[axis]) }
        put(turns.angle)
        for slow in sums.slowTurns {
            let turns = Turns(slow.sums, reading, floors: (change: still, turn: still))
            for axis in 0..<3 { put(turns.correlations[axis]) }
            put(turns.correlation)
            put(turns.angle)
        }
        assert(place == count)
    }

    private static let pairs = [(0, 1), (0, 2), (1, 2)]
}
