/// A way in which numbers may have come about that a model did not learn: what is to be done to them to be what it learned.
struct MotionReading: Sendable {
    let misreading: Misreading
    /// For the model's x, y, z: which of the numbers it is, and with which sign.
    let acceleration: Axes
    let rotation: Axes
    /// What the numbers are multiplied by.
    let accelerationFactor: Double
    let rotationFactor: Double
    /// What changes per second are multiplied by.
    let rateFactor: Double
    /// How much less likely it is beforehand, in nats.
    let cost: Double

    struct Axes: Sendable, Equatable {
        let source: SIMD3<Int>
        let sign: SIMD3<Double>

        static let right = Axes(source: [0, 1, 2], sign: [1, 1, 1])

        /// Which of the model's axes, ±1 … ±3, the numbers' x, y and z are, as the command takes them.
        var ofBoard: SIMD3<Int8> {
            var axes = SIMD3<Int8>.zero
            for axis in 0..<3 { axes[source[axis]] = Int8(axis + 1) * (sign[axis] < 0 ? -1 : 1) }
            return axes
        }

        /// Arrangements that one mistake makes: signs; two axes swapped; a quarter of a turn.
        static let likely: [Axes] = {
            let signs: [Axes] = (1..<8).map { minus in
                Axes(source: [0, 1, 2], sign: [minus & 1 == 0 ? 1 : -1, minus & 2 == 0 ? 1 : -1, minus & 4 == 0 ? 1 : -1])
            }
            let swaps: [SIMD3<Int>] = [[1, 0, 2], [2, 1, 0], [0, 2, 1]]
            return signs
                + swaps.flatMap { swap in
                    let (first, second) = swap.x != 0 ? (0, swap.x) : (1, 2)
                    return [nil, first, second].map { minus in
                        var sign = SIMD3<Double>(repeating: 1)
                        if let minus { sign[minus] = -1 }
                        return Axes(source: swap, sign: sign)
                    }
                }
        }()
    }

    private init(
        _ misreading: Misreading, acceleration: Axes = .right, rotation: Axes = .right, accelerationFactor: Double = 1,
        rotationFactor: Double = 1, rateFactor: Double = 1, cost: Double = 0
    ) {
        (self.misreading, self.acceleration, self.rotation) = (misreading, acceleration, rotation)
        (self.accelerationFactor, self.rotationFactor) = (accelerationFactor, rotationFactor)
        self.rateFactor = rateFactor
        self.cost = cost
    }

    /// As the model learned it.
    static let right = MotionReading(.none)

    private static let degree = Double.pi / 180
    private static let standardGravity = 9.80665
    /// What a range costs that only one sensor has, and a gyroscope alone that is wired wrongly.
    private static let oneRange = 2.0
    private static let gyroscopeAlone = 3.0

    /// All but the right one.
    static let others: [MotionReading] =
        [
            MotionReading(.rotation(.tooLarge), rotationFactor: degree),
            MotionReading(.rotation(.tooSmall), rotationFactor: 1 / degree),
            MotionReading(.acceleration(.tooLarge), accelerationFactor: 1 / standardGravity),
            MotionReading(.acceleration(.tooSmall), accelerationFactor: standardGravity),
            MotionReading(.range(.tooSmall), accelerationFactor: 2, rotationFactor: 2),
            MotionReading(.range(.tooLarge), accelerationFactor: 0.5, rotationFactor: 0.5),
            MotionReading(.accelerationRange(.tooSmall), accelerationFactor: 2, cost: oneRange),
            MotionReading(.accelerationRange(.tooLarge), accelerationFactor: 0.5, cost: oneRange),
            MotionReading(.rate(.tooFast), rateFactor: 0.5),
            MotionReading(.rate(.tooSlow), rateFactor: 2),
        ]
        + Axes.likely.map { MotionReading(.axes($0.ofBoard), acceleration: $0, rotation: $0) }
        + Axes.likely.map { MotionReading(.gyroscopeAxes($0.ofBoard), rotation: $0, cost: gyroscopeAlone) }
}
