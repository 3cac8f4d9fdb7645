/// What is kept of some seconds of motion: sums, from which means, spreads and dependences follow in whatever way its numbers are
/// read. Adding a sample allocates nothing and takes the same time each.
///
/// With a = acceleration in g and ω = rotation in rad/s; their changes are per second, and what goes with a change is the mean of
/// the two samples around it.
public struct MotionSums: Sendable {
    /// Samples, and changes from one to the next.
    private(set) var samples = 0
    private(set) var changes = 0
    private(set) var acceleration = SIMD3<Double>.zero
    private(set) var rotation = SIMD3<Double>.zero
    private(set) var accelerations = Products()
    private(set) var rotations = Products()
    /// Of an acceleration (row) and a rotation.
    private(set) var together = Products()
    /// Of |a|, and of |a| with less weight where it changes.
    private(set) var size = 0.0
    private(set) var quietSize = 0.0
    private(set) var quietWeight = 0.0
    /// Of squared changes.
    private(set) var accelerationChanges = SIMD3<Double>.zero
    private(set) var rotationChanges = SIMD3<Double>.zero
    /// Of a change of acceleration (row) and a rotation.
    private(set) var changesTogether = Products()
    /// Of a change of aₓ, a_y, a_z each: times a rotation (row) and an acceleration.
    private(set) var turns = (x: Products(), y: Products(), z: Products())
    /// Of ωᵢ² (row) aⱼ², and of ω_j ω_k (row i) a_j a_k (column i), i the third beside j and k.
    private(set) var squaredTurns = Products()
    private(set) var mixedTurns = Products()
    private(set) var extremes = AxisExtremes()

    private var last: (acceleration: SIMD3<Double>, rotation: SIMD3<Double>)?
    private let rate: Double

    /// g/s, from which on an acceleration counts as changing.
    private static let quiet = 0.3

    /// - Parameter rate: samples a second.
    public init(rate: Double) { self.rate = rate }

    /// Seconds.
    public var duration: Double { Double(samples) / rate }

    /// - Parameters:
    ///   - acceleration: in g.
    ///   - rotation: in rad/s; zero without a gyroscope.
    public mutating func add(acceleration a: SIMD3<Double>, rotation w: SIMD3<Double>) {
        samples += 1
        acceleration += a
        rotation += w
        accelerations.add(a, a)
        rotations.add(w, w)
        together.add(a, w)
        extremes.add(a, w)
        let length = (a * a).sum().squareRoot()
        size += length
        defer { last = (a, w) }
        guard let last else { return }
        changes += 1
        let change = (a - last.acceleration) * rate
        let turn = (w - last.rotation) * rate
        let (middle, rotation) = ((a + last.acceleration) * 0.5, (w + last.rotation) * 0.5)
        let squared = change * change
        accelerationChanges += squared
        rotationChanges += turn * turn
        changesTogether.add(change, rotation)
        turns.x.add(rotation * change.x, middle)
        turns.y.add(rotation * change.y, middle)
        turns.z.add(rotation * change.z, middle)
        squaredTurns.add(rotation * rotation, middle * middle)
        mixedTurns.add(rotation.others, middle.others)
        let weight = 1 / (squared.sum() + Self.quiet * Self.quiet)
        quietWeight += weight
        quietSize += weight * length
    }

    /// Samples are missing here: what follows is no change of what was.
    public mutating func interrupt() {
        last = nil
        extremes.interrupt()
    }
}

/// Sums of products of two vectors, all nine.
struct Products: Sendable {
    private var rows = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)

    mutating func add(_ row: SIMD3<Double>, _ column: SIMD3<Double>) {
        rows.0 += row.x * column
        rows.1 += row.y * column
        rows.2 += row.z * column
    }

    subscript(row: Int, column: Int) -> Double {
        switch row {
        case 0: rows.0[column]
        case 1: rows.1[column]
        default: rows.2[column]
        }
    }
}

extension SIMD3<Double> {
    /// In the place of each the product of the two others.
    fileprivate var others: SIMD3<Double> { [y * z, z * x, x * y] }
}

/// How often each axis was at its ends: one that reaches its sensor's limit stays there for several samples, again and again.
struct AxisExtremes: Sendable {
    private var axes = [Extremes](repeating: Extremes(), count: 6)

    fileprivate mutating func add(_ acceleration: SIMD3<Double>, _ rotation: SIMD3<Double>) {
        for axis in 0..<3 {
            axes[axis].add(acceleration[axis])
            axes[3 + axis].add(rotation[axis])
        }
    }

    fileprivate mutating func interrupt() { for axis in axes.indices { axes[axis].last = .nan } }

    /// Samples at the ends that stayed there, of all samples; 0 where they did so no more than between.
    func clipped(_ axis: Int) -> Double { axes[axis].clipped }
    /// The larger magnitude of both ends.
    func limit(_ axis: Int) -> Double { max(abs(axes[axis].least), abs(axes[axis].most)) }
    /// Whether an axis had the same value all the time.
    func stands(_ axis: Int) -> Bool { axes[axis].least == axes[axis].most }

    private struct Extremes: Sendable {
        var least = Double.infinity
        var most = -Double.infinity
        var last = Double.nan
        private var samples = 0
        private var repeats = 0
        private var atLeast = (samples: 0, repeats: 0)
        private var atMost = (samples: 0, repeats: 0)

        mutating func add(_ value: Double) {
            let repeated = value == last ? 1 : 0
            samples += 1
            repeats += repeated
            if value < least { (least, atLeast) = (value, (0, 0)) }
            if value > most { (most, atMost) = (value, (0, 0)) }
            if value == least { atLeast = (atLeast.samples + 1, atLeast.repeats + repeated) }
            if value == most { atMost = (atMost.samples + 1, atMost.repeats + repeated) }
            last = value
        }

        /// Repeats that a limit has at least, and how much more often it repeats than what is between.
        private static let leastRepeats = 5
        private static let more = 4.0

        var clipped: Double {
            guard least < most else { return 0 }
            let ends = (samples: atLeast.samples + atMost.samples, repeats: atLeast.repeats + atMost.repeats)
            let between = Double(repeats - ends.repeats + 1) / Double(samples - ends.samples + 1)
            guard ends.repeats >= Self.leastRepeats, Double(ends.repeats) > Self.more * between * Double(ends.samples) else {
                return 0
            }
            return Double(ends.repeats) / Double(samples)
        }
    }
}
