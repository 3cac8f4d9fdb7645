/// Finds where a sensor lies still: a second in which nothing stirs, and what it measured then. A value; one sample after another.
public struct Stillness: Sendable {
    /// Means over a second of stillness.
    public struct Moment: Sendable, Equatable {
        /// In g, along the sensor's axes.
        public var acceleration: SIMD3<Double>
        /// In rad/s.
        public var rotation: SIMD3<Double>

        public init(acceleration: SIMD3<Double>, rotation: SIMD3<Double>) {
            (self.acceleration, self.rotation) = (acceleration, rotation)
        }
    }

    /// Largest deviation of a still sensor's noise, in g and rad/s: a cheap part's, three times over.
    private static let noise = (acceleration: 0.03, rotation: 0.03)
    /// More than this is no bias but a turn, in rad/s: 15°/s, which data sheets stay below.
    private static let mostBias = 0.26
    private static let seconds = 1.0

    private let needed: Double
    private var count = 0.0
    private var means = (acceleration: SIMD3<Double>(), rotation: SIMD3<Double>())
    private var squares = (acceleration: 0.0, rotation: 0.0)

    /// - Parameter rate: samples per second, above 0.
    public init(rate: Double) { needed = max(8, rate * Self.seconds) }

    /// Takes a sample, and tells the moment when a second of stillness is full; the next one begins then.
    public mutating func push(acceleration: SIMD3<Double>, rotation: SIMD3<Double>) -> Moment? {
        count += 1
        let before = (acceleration - means.acceleration, rotation - means.rotation)
        means.acceleration += before.0 / count
        means.rotation += before.1 / count
        // Welford, "Note on a method for calculating corrected sums of squares and products", 1962.
        squares.acceleration += (before.0 * (acceleration - means.acceleration)).sum()
        squares.rotation += (before.1 * (rotation - means.rotation)).sum()
        let isStill =
            squares.acceleration <= Self.noise.acceleration * Self.noise.acceleration * max(8, count)
            && squares.rotation <= Self.noise.rotation * Self.noise.rotation * max(8, count)
        guard isStill, count < 8 || (means.rotation * means.rotation).sum() < Self.mostBias * Self.mostBias else {
            begin()
            return nil
        }
        guard count >= needed else { return nil }
        defer { begin() }
        return Moment(acceleration: means.acceleration, rotation: means.rotation)
    }

    private mutating func begin() {
        count = 0
        means = (SIMD3(), SIMD3())
        squares = (0, 0)
    }
}
