import Foundation

/// The motion that a model learned from, ten seconds at a time, as far as it takes to say that other motion cannot be of the same
/// unit, mounting or gravity: a mixture of distributions of `MotionFeatures` that share one covariance.
///
/// Motion is read in each way in which its numbers may have come about (`MotionReading`), and the way in which it is most likely
/// what the model learned from is named, if it is so by more than a margin that motion of people who had been kept out never
/// reached.
public struct KnownMotion: Sendable, Equatable {
    /// Seconds of motion that are judged together.
    public static let seconds = 10.0

    /// Those who moved, and stretches that were learned from.
    public let people: Int
    public let stretches: Int
    /// Samples a second of what was learned.
    public let rate: Double
    /// How many nats each other reading is to be more likely, in the order of `odds`.
    let margins: [Float]
    /// Whether the acceleration had gravity; nil: some of it.
    let hasGravity: Bool?
    /// Of ax … gz: that it was never still; and the largest share of samples at a limit.
    let moves: [Bool]
    let clipped: Float
    /// `[centres][count]`, and the logarithm of how common each is.
    let centres: [[Float]]
    let shares: [Float]
    /// L⁻¹, `[count][count]`, where L Lᵀ is the covariance around a centre; 0 above the diagonal.
    let whitening: [Float]
    /// L⁻¹ times each centre.
    private let places: [[Double]]

    package init(
        people: Int, stretches: Int, rate: Double, hasGravity: Bool?, moves: [Bool], clipped: Float, centres: [[Float]],
        shares: [Float],
        whitening: [Float], margins: [Float]
    ) {
        self.people = people
        self.stretches = stretches
        self.rate = rate
        self.hasGravity = hasGravity
        self.moves = moves
        self.clipped = clipped
        self.centres = centres
        self.shares = shares
        self.whitening = whitening
        self.margins = margins
        places = centres.map { Self.whitened($0.map { Double($0) }, whitening) }
    }

    private static func whitened(_ features: [Double], _ whitening: [Float]) -> [Double] {
        let count = features.count
        return (0..<count).map { row in
            (0...row).reduce(0.0) { $0 + Double(whitening[row * count + $1]) * features[$1] }
        }
    }

    /// Whether the network reads anything of the accelerometer, and of the gyroscope; the other one's numbers mean nothing to it.
    var hasAcceleration: Bool { moves[..<3].contains(true) }
    var hasRotation: Bool { moves[3...].contains(true) }

    // MARK: The verdict

    /// What a stretch of motion is taken for, and by how many nats more than for what the model learned from.
    public struct Verdict: Sendable, Equatable {
        public let misreading: Misreading
        public let evidence: Double
        /// The share of samples at a limit, and that limit in g or rad/s, of a clipped axis; otherwise 0.
        public var share = 0.0
        public var limit = 0.0
    }

    /// Of a stretch of some ten seconds. Allocates a little.
    public func verdict(of sums: MotionSums) -> Verdict {
        if let axis = (0..<6).first(where: { moves[$0] && sums.extremes.stands($0) }) {
            return Verdict(misreading: .standing(axis: axis), evidence: .infinity)
        }
        if let worst = (0..<6).max(by: { sums.extremes.clipped($0) < sums.extremes.clipped($1) }),
            case let share = sums.extremes.clipped(worst), share > max(Self.leastClipped, 2 * Double(clipped))
        {
            return Verdict(
                misreading: .clipped(axis: worst), evidence: .infinity, share: share, limit: sums.extremes.limit(worst))
        }
        let odds = odds(sums)
        let length = sums.meanLength
        let possible = odds.indices.filter { margins[$0] < Self.never }
        guard let best = possible.max(by: { odds[$0] < odds[$1] }) else { return Verdict(misreading: .none, evidence: 0) }
        let reading = MotionReading.others[best].misreading
        // With its own size in another unit gravity is there.
        let isSmall = reading == .acceleration(.tooSmall) && abs(length * 9.80665 - 1) < Self.nearOne
        if hasGravity == true, length < Self.noGravity, !isSmall { return Verdict(misreading: .noGravity, evidence: .infinity) }
        if hasGravity == false, length > Self.gravity { return Verdict(misreading: .gravity, evidence: .infinity) }
        let exceeds = possible.contains { odds[$0] > Double(margins[$0]) }
        return exceeds ? Verdict(misreading: reading, evidence: odds[best]) : Verdict(misreading: .none, evidence: -odds[best])
    }

    /// The margin of a reading that means nothing to the network.
    package static let never: Float = 1e9
    /// Where less is clipped nobody is harmed.
    private static let leastClipped = 0.01
    /// g: the length of the mean acceleration of ten seconds. Turning all around, hands that were measured kept 0.2.
    private static let noGravity = 0.12
    private static let gravity = 0.5
    private static let nearOne = 0.15

    /// How much more likely the motion is in each of the other readings than as it stands, in nats, less what each costs.
    package func odds(_ sums: MotionSums) -> [Double] {
        var features = [Double](repeating: 0, count: MotionFeatures.count)
        MotionFeatures.of(sums, .right, into: &features)
        let asItStands = likelihood(features)
        return MotionReading.others.map { reading in
            MotionFeatures.of(sums, reading, into: &features)
            return likelihood(features) - asItStands - reading.cost
        }
    }

    /// Degrees of freedom of the distributions around the centres, whose tails are Student's: one feature that is far off in one
    /// person is no proof.
    private static let freedom = 20.0

    /// The logarithm of the density, but for a constant.
    func likelihood(_ features: [Double]) -> Double {
        let place = Self.whitened(features, whitening)
        var logarithms = [Double](repeating: 0, count: places.count)
        for (index, centre) in places.enumerated() {
            var distance = 0.0
            for axis in centre.indices { distance += (place[axis] - centre[axis]) * (place[axis] - centre[axis]) }
            logarithms[index] =
                Double(shares[index]) - 0.5 * (Self.freedom + Double(centre.count)) * log1p(distance / Self.freedom)
        }
        let most = logarithms.max() ?? 0
        return most + log(logarithms.reduce(0) { $0 + exp($1 - most) })
    }
}
