/// What is kept of some seconds of motion: sums, from which means, spreads and dependences follow in whatever way its numbers are
/// read. Adding a sample allocates nothing and takes the same time each.
///
/// With a = acceleration in g and ω = rotation in rad/s; their changes are per second, and what goes with a change is the mean of
/// the two samples around it.
public struct MotionSums: Sendable {
    /// Samples.
    private(set) var samples = 0
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
    /// Of squared changes of the rotation.
    private(set) var rotationChanges = SIMD3<Double>.zero
    /// Of a change of acceleration (row) and a rotation.
    private(set) var changesTogether = Products()
    /// As it is, and slowly: what a low-pass leaves is nearly gravity alone, also where somebody walks, and turns also in somebody
    /// who stands.
    private(set) var turns = TurnSums()
    private(set) var slowTurns: [SlowTurns]
    private(set) var extremes = AxisExtremes()

    private var last: (acceleration: SIMD3<Double>, rotation: SIMD3<Double>)?
    private let rate: Double

    /// g/s, from which on an acceleration counts as changing.
    private static let quiet = 0.3

    /// Hz
    static let slow = [0.4, 1.2]

    /// - Parameter rate: samples a second.
    public init(rate: Double) {
        self.rate = rate
        slowTurns = Self.slow.map { SlowTurns(below: $0, rate: rate) }
    }

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
        for place in slowTurns.indices { slowTurns[place].add(acceleration: a, rotation: w) }
        let length = (a * a).sum().squareRoot()
        size += length
        defer { last = (a, w) }
        guard let last else { return }
        let change = (a - last.acceleration) * rate
        let turn = (w - last.rotation) * rate
        let rotation = (w + last.rotation) * 0.5
        rotationChanges += turn * turn
        changesTogether.add(change, rotation)
        turns.add(change: change, of: (a + last.acceleration) * 0.5, turning: rotation)
        let weight = 1 / ((change * change).sum() + Self.quiet * Self.quiet)
        quietWeight += weight
        quietSize += weight * length
    }

    /// Samples are missing here: what follows is no change of what was.
    public mutating func interrupt() {
        last = nil
        for place in slowTurns.indices { slowTurns[place].interrupt() }
        extremes.interrupt()
    }
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
