import Models

/// What may be wrong with motion: ten kinds that a model is to notice, and a gyroscope that is wired otherwise.
enum Damage: String, CaseIterable {
    case rotationTooLarge = "deg/s read as rad/s"
    case rotationTooSmall = "rad/s read as deg/s"
    case accelerationTooLarge = "m/s² read as g"
    case noGravity = "without gravity"
    case swapped = "x and y swapped"
    case halfTurn = "turned half about z"
    case sign = "z the other way"
    case range = "half of everything"
    case rate = "twice as fast"
    case clipped = "clipped"
    case gyroscopeSwapped = "gx and gy swapped"
    case gyroscopeSign = "gx, gy, gz negative"

    /// How much motion it takes to damage as much of it as is left.
    var share: Int { self == .rate ? 2 : 1 }

    var misreading: Misreading {
        switch self {
        case .rotationTooLarge: .rotation(.tooLarge)
        case .rotationTooSmall: .rotation(.tooSmall)
        case .accelerationTooLarge: .acceleration(.tooLarge)
        case .noGravity: .noGravity
        case .swapped: .axes([2, 1, 3])
        case .halfTurn: .axes([-1, -2, 3])
        case .sign: .axes([1, 2, -3])
        case .range: .range(.tooSmall)
        case .rate: .rate(.tooFast)
        case .clipped: .clipped(axis: 0)
        case .gyroscopeSwapped: .gyroscopeAxes([2, 1, 3])
        case .gyroscopeSign: .gyroscopeAxes([-1, -2, -3])
        }
    }

    /// Whether a verdict names it; any axis of what is clipped.
    func isNamed(by verdict: Misreading) -> Bool {
        self == .clipped ? verdict.kind == .clipped : verdict == misreading
    }

    /// - Parameters:
    ///   - motion: accelerations in g and rotations in rad/s.
    func applied(to motion: Motion, rate: Double) -> Motion {
        var (a, w) = (motion.acceleration, motion.rotation)
        switch self {
        case .rotationTooLarge: w = w.map { $0 * (180 / .pi) }
        case .rotationTooSmall: w = w.map { $0 * (.pi / 180) }
        case .accelerationTooLarge: a = a.map { $0 * 9.80665 }
        case .noGravity: a = Self.withoutGravity(a, rate: rate)
        case .swapped:
            a = a.map { [$0.y, $0.x, $0.z] }
            w = w.map { [$0.y, $0.x, $0.z] }
        case .halfTurn:
            a = a.map { [-$0.x, -$0.y, $0.z] }
            w = w.map { [-$0.x, -$0.y, $0.z] }
        case .sign:
            a = a.map { [$0.x, $0.y, -$0.z] }
            w = w.map { [$0.x, $0.y, -$0.z] }
        case .range:
            a = a.map { $0 * 0.5 }
            w = w.map { $0 * 0.5 }
        case .rate: (a, w) = (Self.everySecond(a), Self.everySecond(w))
        case .clipped:
            a = Self.clipped(a)
            w = Self.clipped(w)
        case .gyroscopeSwapped: w = w.map { [$0.y, $0.x, $0.z] }
        case .gyroscopeSign: w = w.map { -$0 }
        }
        return Motion(acceleration: a, rotation: w)
    }

    private static func everySecond(_ values: [SIMD3<Double>]) -> [SIMD3<Double>] {
        stride(from: 0, to: values.count, by: 2).map { values[$0] }
    }

    /// At what one in ten of the numbers exceeds.
    private static func clipped(_ values: [SIMD3<Double>]) -> [SIMD3<Double>] {
        let sizes = values.flatMap { [abs($0.x), abs($0.y), abs($0.z)] }.sorted()
        let limit = sizes[sizes.count * 9 / 10]
        return values.map { $0.clamped(lowerBound: SIMD3(repeating: -limit), upperBound: SIMD3(repeating: limit)) }
    }

    /// As a phone tells its user's acceleration: what a low-pass of 0.3 Hz leaves is taken away.
    private static func withoutGravity(_ values: [SIMD3<Double>], rate: Double) -> [SIMD3<Double>] {
        var gravity = values.prefix(Int(rate)).reduce(.zero, +) / rate
        let part = 1 / (1 + rate / (2 * .pi * 0.3))
        return values.map { value in
            gravity += (value - gravity) * part
            return value - gravity
        }
    }
}

/// Samples in g and rad/s.
struct Motion {
    var acceleration: [SIMD3<Double>]
    var rotation: [SIMD3<Double>]

    /// What a network over all six axes reads.
    static let inputs = ["ax", "ay", "az", "gx", "gy", "gz"].map { InputFeature(name: $0) }

    func sums(rate: Double) -> MotionSums {
        var sums = MotionSums(rate: rate)
        for (a, w) in zip(acceleration, rotation) { sums.add(acceleration: a, rotation: w) }
        return sums
    }
}
