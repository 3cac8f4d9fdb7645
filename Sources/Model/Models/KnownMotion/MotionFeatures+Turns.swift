import Foundation

extension MotionFeatures {
    /// What gravity does when it is turned: ȧ = −ω × a, as far as it is so.
    struct Turns {
        /// Of the model's x, y and z: how the change goes with −ω × a, −1 … 1; and of all three together.
        private(set) var correlations = SIMD3<Double>.zero
        let correlation: Double
        /// Whose tangent is the change for each unit of −ω × a.
        let angle: Double

        /// - Parameter floors: below which a change, and a turn, are no more than noise, in g/s.
        init(_ sums: TurnSums, _ reading: MotionReading, floors: (change: Double, turn: Double)) {
            let (p, q) = (reading.acceleration.source, reading.rotation.source)
            let s = reading.acceleration.sign * reading.accelerationFactor
            let t = reading.rotation.sign * reading.rotationFactor
            let r = reading.rateFactor
            let count = Double(max(1, sums.changes))
            func root(_ square: Double, _ floor: Double) -> Double { (max(0, square) + floor * floor).squareRoot() }
            var (products, changes, turns) = (0.0, 0.0, 0.0)
            for axis in 0..<3 {
                let (j, k) = ((axis + 1) % 3, (axis + 2) % 3)
                let source = p[axis] == 0 ? sums.products.x : p[axis] == 1 ? sums.products.y : sums.products.z
                // −(ω_j a_k − ω_k a_j) times the change.
                let product = -r * s[axis] * (t[j] * s[k] * source[q[j], p[k]] - t[k] * s[j] * source[q[k], p[j]]) / count
                let change = r * r * s[axis] * s[axis] * sums.squaredChanges[p[axis]] / count
                let mixed = t[j] * t[k] * s[j] * s[k] * sums.mixed[3 - q[j] - q[k], 3 - p[j] - p[k]]
                let squares =
                    t[j] * t[j] * s[k] * s[k] * sums.squares[q[j], p[k]] + t[k] * t[k] * s[j] * s[j] * sums.squares[q[k], p[j]]
                let turn = (squares - 2 * mixed) / count
                correlations[axis] = product / (root(change, floors.change) * root(turn, floors.turn))
                products += product
                changes += change
                turns += turn
            }
            let three = 3.0.squareRoot()
            correlation = products / (root(changes, three * floors.change) * root(turns, three * floors.turn))
            angle = atan(products / (turns + 3 * floors.turn * floors.turn))
        }
    }
}
