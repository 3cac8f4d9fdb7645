import MotionCore

/// A magnetometer's readings while somebody turns the device in all directions, until they tell the iron about it. A value; one
/// reading after another.
public struct FieldTurning: Sendable {
    /// What came of a reading.
    public enum Step: Sendable {
        /// More of the directions were seen: their share.
        case covered(Double)
        /// That was enough.
        case found(FieldEllipsoid)
        /// It cannot be found.
        case failed(Fault)
    }

    /// Why no iron was found.
    public enum Fault: Sendable, Equatable {
        /// The device was turned about one axis only, or not at all.
        case flat
        /// Of all directions so large a share was seen and no more.
        case uncovered(Double)
        /// All directions were seen, but strengths differ by so large a share of their mean: the field itself differed.
        case uneven(Double)
        /// All directions were seen, and no ellipsoid is near the readings.
        case shapeless
    }

    /// Share of all directions that is enough.
    public static let enough = 0.8
    /// Strengths may differ by this share of their mean (root mean square), half of what a calm field may.
    public static let mostSpread = 0.05
    /// Seconds: how long turning takes at least, and how long it may go on without another direction.
    private static let (least, patience) = (5.0, 30.0)
    /// Readings nearer to the one before than this share of how far all reach tell nothing new.
    private static let nearest = 0.04
    /// In µT: whatever reaches less far is noise of a device that is not turned.
    private static let leastReach = 10.0
    /// Readings kept; of more, those that are near to others go.
    private static let most = 6000

    private let rate: Double
    private var readings: [SIMD3<Double>] = []
    private var samples = 0.0
    private var lastNews = 0.0
    private var covered = 0.0

    /// - Parameter rate: samples per second, above 0.
    public init(rate: Double) { self.rate = rate }

    /// Takes a reading, in µT; one that is not finite is none. Twice a second it fits what there is.
    public mutating func push(_ reading: SIMD3<Double>) -> Step? {
        let before = samples
        samples += 1
        if reading.x.isFinite, reading.y.isFinite, reading.z.isFinite { readings.append(reading) }
        let isDue = (samples * 2 / rate).rounded(.down) > (before * 2 / rate).rounded(.down)
        return isDue || readings.count > Self.most ? judge() : nil
    }

    private mutating func judge() -> Step? {
        let telling = Self.thinned(readings)
        if readings.count > Self.most { readings = telling.count > Self.most / 2 ? Array(telling.suffix(Self.most / 2)) : telling }
        let isTurned = Self.reach(telling) >= Self.leastReach
        let isFlat = !isTurned || FieldEllipsoid.isFlat(telling)
        // Noise about a plane lies on ellipsoids, too.
        let ellipsoid = isFlat ? nil : FieldEllipsoid(telling)
        let share = isTurned ? Self.coverage(telling, ellipsoid) : 0
        let isNew = share > covered
        if isNew { (covered, lastNews) = (share, samples) }
        if share >= Self.enough, samples >= Self.least * rate {
            guard let ellipsoid else { return .failed(.shapeless) }
            return ellipsoid.spread <= Self.mostSpread ? .found(ellipsoid) : .failed(.uneven(ellipsoid.spread))
        }
        if samples - lastNews > Self.patience * rate {
            return .failed(isFlat ? .flat : .uncovered(share))
        }
        return isNew ? .covered(share) : nil
    }

    /// Half the diagonal of the box around readings.
    private static func reach(_ readings: [SIMD3<Double>]) -> Double {
        guard let first = readings.first else { return 0 }
        var (low, high) = (first, first)
        for reading in readings {
            low = pointwiseMin(low, reading)
            high = pointwiseMax(high, reading)
        }
        return ((high - low) * (high - low)).sum().squareRoot() / 2
    }

    /// Without what lies near to the one before.
    private static func thinned(_ readings: [SIMD3<Double>]) -> [SIMD3<Double>] {
        guard let first = readings.first else { return [] }
        let least = nearest * reach(readings)
        var kept = [first]
        for reading in readings {
            let step = reading - kept[kept.count - 1]
            if (step * step).sum() >= least * least { kept.append(reading) }
        }
        return kept
    }

    /// The share of all directions in which there are readings, from the ellipsoid's centre, or from the middle of all of them.
    private static func coverage(_ readings: [SIMD3<Double>], _ ellipsoid: FieldEllipsoid?) -> Double {
        guard !readings.isEmpty else { return 0 }
        let middle = readings.reduce(SIMD3(), +) / Double(readings.count)
        var seen = Set<Int>()
        for reading in readings {
            let v = ellipsoid?.iron.field(of: reading) ?? (reading - middle)
            let nearest = directions.indices.max { (directions[$0] * v).sum() < (directions[$1] * v).sum() }
            if let nearest { seen.insert(nearest) }
        }
        return Double(seen.count) / Double(directions.count)
    }

    /// Twenty-six: the sides, edges and corners of a cube.
    private static let directions: [SIMD3<Double>] = (0..<27).filter { $0 != 13 }.map { place in
        let v = SIMD3(Double(place % 3 - 1), Double(place / 3 % 3 - 1), Double(place / 9 - 1))
        return v / (v * v).sum().squareRoot()
    }
}
