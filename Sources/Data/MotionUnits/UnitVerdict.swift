/// In which units the numbers of a motion sensor are, by the motion itself.
///
/// Gravity's size names the unit of the acceleration. Where the board turns, gravity turns against it, d(g)/dt = −ω × g, which
/// refutes units of the rotation that are too small; where it does not, it refutes those that are too large; and no gyroscope
/// measures more than some 4000 °/s. A unit is certain when all others are refuted.
public struct UnitVerdict: Sendable {
    /// What is known of a unit.
    public enum Answer<Unit: Sendable & Equatable>: Sendable, Equatable {
        case certain(Unit)
        /// By the habits of common libraries, among those that are not refuted.
        case assumed(Unit)
        /// No unit fits.
        case none

        public var unit: Unit? {
            switch self {
            case .certain(let unit), .assumed(let unit): unit
            case .none: nil
            }
        }

        public var isCertain: Bool { if case .certain = self { true } else { false } }
    }

    public private(set) var acceleration: Answer<AccelerationUnit>
    public private(set) var rotation: Answer<RotationUnit>
    /// How large gravity is in the acceleration's numbers, or else the median length; nil without an accelerometer.
    public private(set) var gravity: Double?
    /// Why no unit of the acceleration fits, or is not certain; nil where one is.
    public private(set) var doubt: Doubt?
    /// As which the gyroscope's axes fit the accelerometer's much better than as they are; nil where none do.
    public private(set) var axes: GyroscopeAxes?
    /// The rotation's units that are not refuted.
    public let possibleRotations: [RotationUnit]

    /// What speaks against any unit of an acceleration.
    public enum Doubt: Sendable, Equatable {
        /// Too little, or shaken too hard.
        case unclear
        /// A gravity of no unit's size.
        case noUnit
        /// Gravity was taken out.
        case noGravity
        /// More than ±16 g, in the unit that gravity has.
        case beyondRange
        /// First one unit's and then another's.
        case contradicted
    }

    /// Whether gravity was seen to turn with the rotation, in the unit that is certain; else only the others are refuted.
    public private(set) var isConfirmed: Bool

    /// Of no motion.
    public static let ofNothing = UnitVerdict(ObservedMotion(acceleration: [], rotation: [], rate: 1))

    /// Of an acceleration that is gravity in no unit.
    ///
    /// - Parameter gravity: in its own numbers.
    public static func noUnit(gravity: Double) -> UnitVerdict {
        var verdict = ofNothing
        (verdict.acceleration, verdict.doubt, verdict.gravity, verdict.measures) = (.none, .noUnit, gravity, (true, false))
        return verdict
    }

    /// Whether the sensor measures an acceleration, and a rotation.
    public private(set) var measures: (acceleration: Bool, rotation: Bool)

    /// Whether both are certain, as far as the sensor measures them.
    public var isCertain: Bool {
        guard measures.acceleration || measures.rotation else { return false }
        return (!measures.acceleration || acceleration.isCertain) && (!measures.rotation || rotation.isCertain)
    }

    /// - Parameters:
    ///   - motion: at least a second of it; ten with a turn of 30° are nearly always enough.
    ///   - stated: units that somebody said, which are not judged.
    public init(_ motion: ObservedMotion, stated: (acceleration: AccelerationUnit?, rotation: RotationUnit?) = (nil, nil)) {
        let hypotheses = RotationHypotheses(motion)
        var rotation: Answer<RotationUnit>
        var scales: [Double] = []
        if let said = stated.rotation {
            rotation = .certain(said)
            scales = said.radiansPerSecondPerUnit.map { [$0] } ?? []
        } else if let certain = hypotheses.certain {
            (rotation, scales) = (.certain(certain.unit), certain.scales)
        } else {
            rotation = .none
        }
        let hasAcceleration = !motion.acceleration.isEmpty
        let hasRotation = !motion.rotation.isEmpty
        let median = motion.acceleration.map(\.length).middle
        let size = GravitySize(motion, scales: hasRotation && hasAcceleration ? scales : [])
        if let said = stated.acceleration {
            (acceleration, doubt) = (.certain(said), nil)
        } else if hasAcceleration {
            (acceleration, doubt) = Self.acceleration(size.answer, median: median ?? 0)
        } else {
            (acceleration, doubt) = (.none, nil)
        }
        if rotation == .none, hasRotation {
            rotation = Self.assumed(beside: acceleration.unit, hypotheses.left.map(\.unit), motion)
        }
        self.rotation = hasRotation ? rotation : .none
        // Where nothing is constant, the usual length says more than that of a mean.
        let isSeen = if case .unit = size.answer { true } else if case .noUnit = size.answer { true } else { false }
        gravity = hasAcceleration ? (isSeen ? size.size : nil) ?? median : nil
        isConfirmed = stated.rotation == nil && hypotheses.isConfirmed
        axes = hypotheses.axes
        possibleRotations = hypotheses.left.map(\.unit)
        measures = (hasAcceleration, hasRotation)
    }

    /// With what earlier motion has shown.
    ///
    /// - Parameter isContradicted: whether it has shown two things.
    func with(
        acceleration: AccelerationUnit?, rotation: RotationUnit?, axes: GyroscopeAxes?, isContradicted: Bool, isConfirmed: Bool
    ) -> UnitVerdict {
        var result = self
        result.isConfirmed = isConfirmed
        if let acceleration {
            (result.acceleration, result.doubt) = (.certain(acceleration), nil)
        } else if isContradicted, self.acceleration.isCertain {
            (result.acceleration, result.doubt) = (.none, .contradicted)
        }
        if let rotation {
            result.rotation = .certain(rotation)
        } else if isContradicted, self.rotation.isCertain {
            result.rotation = .none
        }
        result.axes = axes
        return result
    }

    private static func acceleration(_ answer: GravitySize.Answer, median: Double) -> (Answer<AccelerationUnit>, Doubt?) {
        switch answer {
        case .unit(let unit): return (.certain(unit), nil)
        case .noUnit: return (.none, .noUnit)
        case .noGravity: return (.none, .noGravity)
        case .beyondRange: return (.none, .beyondRange)
        case .unclear: break
        }
        switch median {
        case 0.6...1.4: return (.assumed(.g), .unclear)
        case 6...14: return (.assumed(.metresPerSecondSquared), .unclear)
        case 600...1400: return (.assumed(.milliG), .unclear)
        default: return (.none, .unclear)
        }
    }

    /// Arduino's and SparkFun's libraries print g and deg/s, Adafruit's m/s² and rad/s, ST's tools mg and mdps.
    private static func assumed(
        beside acceleration: AccelerationUnit?, _ possible: [RotationUnit], _ motion: ObservedMotion
    ) -> Answer<RotationUnit> {
        let usual: [RotationUnit] =
            switch acceleration {
            case .metresPerSecondSquared: [.radiansPerSecond, .degreesPerSecond]
            case .milliG: motion.isRotationWhole ? [.millidegreesPerSecond, .degreesPerSecond] : [.degreesPerSecond]
            case .counts: [.counts]
            case .g, .applesG, nil: [.degreesPerSecond, .radiansPerSecond]
            }
        return (usual.first { possible.contains($0) } ?? possible.first).map { .assumed($0) } ?? .none
    }
}
