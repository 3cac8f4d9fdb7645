import Foundation

/// Where a device's x axis points, by the compass: from the magnetic field where it is calm, and from there on by the gyroscope.
///
///     if let heading = compass.push(acceleration: a, rotation: w, field: m) { … }
///
/// It is calm where the field is as strong as it should be, the acceleration is gravity's, and the device turns slowly, for a fifth
/// of a second. Gravity's direction and the yaw between calm moments are those of an `OrientationFilter` of its own. Degrees are
/// from *magnetic* north: the declination, by which it differs from true north, depends on the place and is not in it.
public struct MagneticHeading {
    /// A direction, and how it is known.
    public struct Heading: Sendable, Equatable {
        /// From magnetic north by way of east, 0 ..< 360.
        public var degrees: Double
        /// Whether the field tells it now; else the last calm one, carried on by the gyroscope.
        public var isCalm: Bool

        public init(degrees: Double, isCalm: Bool) { (self.degrees, self.isCalm) = (degrees, isCalm) }
    }

    /// How much stronger or weaker than it should be a calm field is, as a share.
    public static let strengthBand = 0.1
    /// How much more or less than 1 g a calm acceleration is, in g.
    public static let gravityBand = 0.05
    /// The fastest turn that is calm, in rad/s: 57°/s, at which a magnetometer that is 20 ms late is a degree off.
    static let fastestTurn = 1.0
    /// Seconds after which all of it is calm.
    static let leastCalm = 0.2
    /// Seconds over which the field's direction is averaged, once calm.
    private static let averaging = 0.5
    /// sin 10°: nearer to the vertical the x axis points nowhere.
    private static let leastLevel = 0.17365

    private let rate: Double
    private var filter: OrientationFilter
    private var told = [Float](repeating: 0, count: OrientationFilter.quantities.count)
    private var reference: FieldReference
    /// Where north is in the filter's frame, as cosine and sine: on average since it has been calm, and as it last counted.
    private var seen = SIMD2<Double>()
    private var north: SIMD2<Double>?
    /// Samples for which it has been calm.
    private var calm = 0.0

    /// - Parameters:
    ///   - rate: samples per second; taken as the nearest of `OrientationFilter.rates`.
    ///   - strength: of the field where it is calm, in µT, as a calibration found it; nil: the running median.
    public init(rate: Double, strength: Double? = nil) {
        self.rate = min(max(rate, OrientationFilter.rates.lowerBound), OrientationFilter.rates.upperBound)
        filter = OrientationFilter(rate: rate)
        reference = FieldReference(strength, rate: self.rate)
    }

    /// Samples are missing: what the gyroscope carried is lost, and heading is unknown until it is calm.
    public mutating func restart() {
        filter.restart()
        north = nil
        calm = 0
    }

    /// Takes the next sample, along right-handed axes.
    ///
    /// - Parameters:
    ///   - acceleration: in g, gravity included: 1 g upwards at rest.
    ///   - rotation: in rad/s.
    ///   - field: in µT, corrected for iron; not finite if there is none.
    /// - Returns: nil if it has never been calm since the beginning, or while x points up or down within 10°.
    public mutating func push(acceleration: SIMD3<Double>, rotation: SIMD3<Double>, field: SIMD3<Double>) -> Heading? {
        let sample = [acceleration.x, acceleration.y, acceleration.z, rotation.x, rotation.y, rotation.z].map { Float($0) }
        sample.withUnsafeBufferPointer { sample in
            told.withUnsafeMutableBufferPointer { told in
                guard let sample = sample.baseAddress, let told = told.baseAddress else { return }
                filter.push(sample, into: told)
            }
        }
        let up = SIMD3(Double(told[3]), Double(told[4]), Double(told[5]))
        let yaw = Double(told[2])
        if isCalm(acceleration, rotation - SIMD3<Double>(filter.bias), field),
            let degrees = Self.degrees(up: up, field: field)
        {
            calm += 1
            // Heading and yaw, which turn against each other, add up to where north is.
            let angle = degrees * .pi / 180 + yaw
            seen += (SIMD2(cos(angle), sin(angle)) - seen) * max(1 / calm, 1 - exp(-1 / (rate * Self.averaging)))
            if calm >= rate * Self.leastCalm { north = seen }
        } else {
            calm = 0
        }
        guard let north, up.y * up.y + up.z * up.z > Self.leastLevel * Self.leastLevel else { return nil }
        let degrees = Self.positive((atan2(north.y, north.x) - yaw) * 180 / .pi)
        return Heading(degrees: degrees, isCalm: calm >= rate * Self.leastCalm)
    }

    private mutating func isCalm(_ acceleration: SIMD3<Double>, _ rotation: SIMD3<Double>, _ field: SIMD3<Double>) -> Bool {
        let strength = (field * field).sum().squareRoot()
        guard strength.isFinite, strength > 0 else { return false }
        reference.push(strength)
        guard let expected = reference.strength else { return false }
        return abs(strength - expected) <= Self.strengthBand * expected
            && abs((acceleration * acceleration).sum().squareRoot() - 1) <= Self.gravityBand
            && (rotation * rotation).sum() <= Self.fastestTurn * Self.fastestTurn
    }

    /// Where x points, from which way is up and the field, both along the same right-handed axes and of any length.
    ///
    /// East is level and across the field, east = field × up; north is up × east. The heading is that of x in their plane, atan2 of
    /// its parts along east and north (M. J. Caruso, "Applications of magnetic sensors for low cost compass systems", IEEE PLANS
    /// 2000, which reaches the same by way of roll and pitch).
    ///
    /// - Returns: degrees from magnetic north by way of east, 0 ..< 360; nil where x or the field is within 10° and 1° of the
    ///   vertical, or either is 0 or not finite.
    public static func degrees(up: SIMD3<Double>, field: SIMD3<Double>) -> Double? {
        let (height, strength) = ((up * up).sum().squareRoot(), (field * field).sum().squareRoot())
        guard height > 0, strength > 0, height.isFinite, strength.isFinite else { return nil }
        let (up, field) = (up / height, field / strength)
        let east = SIMD3(
            field.y * up.z - field.z * up.y, field.z * up.x - field.x * up.z, field.x * up.y - field.y * up.x)
        // The part of the field that is level: sin 1° at least.
        guard (east * east).sum() > 0.0175 * 0.0175 else { return nil }
        let northX = up.y * east.z - up.z * east.y
        guard up.y * up.y + up.z * up.z > leastLevel * leastLevel else { return nil }
        return positive(atan2(east.x, northX) * 180 / .pi)
    }

    /// 0 ..< 360.
    private static func positive(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let turned = rest < 0 ? rest + 360 : rest
        return turned < 360 ? turned : 0
    }
}
