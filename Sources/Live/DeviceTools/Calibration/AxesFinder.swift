/// How a board sits, by two things that somebody does: laying it with the model's z up, and tipping its front, the model's x, down.
/// A value; one sample after another.
public struct AxesFinder: Sendable {
    public enum Step: Sendable, Equatable {
        /// It lies still: now tip it.
        case lies
        /// It was turned, but not tipped: about the vertical, or about no axis of the board's.
        case turnedOtherwise
        /// Of the board's x, y and z, which axis of the model's each is: ±1, ±2, ±3.
        case found(SIMD3<Int8>)
    }

    /// Radians through which it is to be tipped, and what the direction may be off: 40° and 30°.
    private static let leastTurn = 0.7
    private static let leastShare = 0.866

    private let period: Double
    private var stillness: Stillness
    private var up: SIMD3<Double>?
    private var bias = SIMD3<Double>()
    /// Radians since it lay still, as a rotation vector: what it turned by in the sensor's frame, step by step.
    private var turned = SIMD3<Double>()

    /// - Parameter rate: samples per second, above 0.
    public init(rate: Double) {
        period = 1 / rate
        stillness = Stillness(rate: rate)
    }

    /// Takes a sample along the board's axes, in g and rad/s.
    public mutating func push(acceleration: SIMD3<Double>, rotation: SIMD3<Double>) -> Step? {
        if let moment = stillness.push(acceleration: acceleration, rotation: rotation) {
            let isNew = up == nil
            (up, bias, turned) = (moment.acceleration, moment.rotation, SIMD3())
            return isNew ? .lies : nil
        }
        guard let up else { return nil }
        turned += (rotation - bias) * period
        let angle = (turned * turned).sum().squareRoot()
        guard angle >= Self.leastTurn else { return nil }
        let axis = turned / angle
        // From the next rest on: what goes on now is the rest of the same turn.
        self.up = nil
        guard let upwards = Self.nearest(up / (up * up).sum().squareRoot()), let across = Self.nearest(axis),
            upwards.axis != across.axis
        else { return .turnedOtherwise }
        return .found(Self.axes(up: upwards, across: across))
    }

    private typealias Direction = (axis: Int, sign: Int8)

    private static func nearest(_ vector: SIMD3<Double>) -> Direction? {
        (0..<3).first { abs(vector[$0]) > leastShare }.map { ($0, vector[$0] < 0 ? -1 : 1) }
    }

    /// z is up. A front that goes down turns about y. x is what makes them right-handed.
    private static func axes(up: Direction, across: Direction) -> SIMD3<Int8> {
        var axes = SIMD3<Int8>()
        axes[up.axis] = 3 * up.sign
        axes[across.axis] = 2 * across.sign
        let last = 3 - up.axis - across.axis
        // x = y × z
        let isCyclic = (across.axis + 1) % 3 == up.axis
        axes[last] = across.sign * up.sign * (isCyclic ? 1 : -1)
        return axes
    }
}
