/// Judges the units of a motion that goes on: of the last ten seconds again and again, until nothing is left to doubt.
///
///     var judge = UnitJudge(rate: 100, stated: (nil, nil))
///     judge.add(acceleration, rotation)
///     if judge.verdict.isCertain { … }
///
/// What was certain once stays so, unless later motion makes another unit certain: then nothing is. Takes about a millisecond a
/// second of motion, and memory for 20 s of it.
public struct UnitJudge: Sendable {
    /// So far.
    public private(set) var verdict: UnitVerdict
    /// Seconds of motion that were given.
    public var seconds: Double { Double(seen) / rate }

    private let rate: Double
    private let stated: (acceleration: AccelerationUnit?, rotation: RotationUnit?)
    private var acceleration: [SIMD3<Double>] = []
    private var rotation: [SIMD3<Double>] = []
    private var seen = 0
    private var lookedAt = 0
    private var axes: GyroscopeAxes?
    /// How many had been given when the axes were looked at.
    private var lookedAtAxes = 0
    private var isConfirmed = false
    private var found: (acceleration: AccelerationUnit?, rotation: RotationUnit?) = (nil, nil)
    /// Two units were certain, one after the other.
    private var isContradicted: (acceleration: Bool, rotation: Bool) = (false, false)

    /// Seconds that are judged together, that tell which axes are which (and between two looks at them), between two looks at the
    /// units, and before the first.
    private static let spans = (units: 10.0, axes: 20.0, look: 1.0, first: 3.0)

    /// - Parameters:
    ///   - rate: readings a second.
    ///   - stated: units that somebody said, which are not judged.
    public init(rate: Double, stated: (acceleration: AccelerationUnit?, rotation: RotationUnit?)) {
        self.rate = rate
        self.stated = stated
        verdict = UnitVerdict(ObservedMotion(acceleration: [], rotation: [], rate: rate), stated: stated)
    }

    /// Takes the next reading, in the sensor's own numbers.
    ///
    /// - Parameters:
    ///   - acceleration: along x, y, z; nil where the sensor measures none, which is so of all or of none.
    ///   - rotation: about them, likewise.
    public mutating func add(_ acceleration: SIMD3<Double>?, _ rotation: SIMD3<Double>?) {
        if let acceleration { self.acceleration.append(acceleration) }
        if let rotation { self.rotation.append(rotation) }
        seen += 1
        if Double(seen - lookedAt) >= Self.spans.look * rate, isEnough { look() }
    }

    /// Whether what joins on is long enough to be looked at.
    private var isEnough: Bool { Double(max(acceleration.count, rotation.count)) >= Self.spans.first * rate }

    /// What follows does not join on.
    public mutating func interrupt() {
        acceleration.removeAll(keepingCapacity: true)
        rotation.removeAll(keepingCapacity: true)
    }

    /// Looks at what came since the last time, too; at a short motion only where there was no longer one.
    public mutating func conclude() -> UnitVerdict {
        if lookedAt < seen, isEnough || lookedAt == 0 { look() }
        return verdict
    }

    private mutating func look() {
        lookedAt = seen
        let longest = samples(in: Self.spans.axes, at: rate)
        if max(acceleration.count, rotation.count) > longest + longest / 2 {
            acceleration.removeFirst(max(0, acceleration.count - longest))
            rotation.removeFirst(max(0, rotation.count - longest))
        }
        let now = UnitVerdict(motion(samples(in: Self.spans.units, at: rate)), stated: stated)
        if case .certain(let unit) = now.acceleration {
            if let before = found.acceleration, before != unit { isContradicted.acceleration = true }
            found.acceleration = unit
        }
        if case .certain(let unit) = now.rotation {
            if let before = found.rotation, before != unit { isContradicted.rotation = true }
            found.rotation = unit
        }
        if min(acceleration.count, rotation.count) >= longest, seen - lookedAtAxes >= longest {
            (axes, lookedAtAxes) = (RotationHypotheses(motion(longest)).axes, seen)
        }
        if now.isConfirmed { isConfirmed = true }
        verdict = now.with(
            acceleration: isContradicted.acceleration ? nil : found.acceleration,
            rotation: isContradicted.rotation ? nil : found.rotation, axes: axes,
            isContradicted: isContradicted.acceleration || isContradicted.rotation, isConfirmed: isConfirmed)
    }

    /// The last readings.
    private func motion(_ samples: Int) -> ObservedMotion {
        ObservedMotion(acceleration: Array(acceleration.suffix(samples)), rotation: Array(rotation.suffix(samples)), rate: rate)
    }
}
