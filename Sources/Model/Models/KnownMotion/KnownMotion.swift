import Foundation

/// The motion that a model learned from, ten seconds at a time, as far as it takes to say that other motion cannot be of the same
/// unit, mounting or gravity: a mixture of distributions of `MotionFeatures` that share their correlations, not their widths.
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
    /// `[centres][count]`: what differences from a centre are divided by.
    let widths: [[Float]]
    /// L⁻¹, where L Lᵀ is the covariance of what is so divided: of each row as many as its number, 1 … count.
    let whitening: [Float]
    /// Centres as they are used, four at a time.
    private let parts: [Part]
    private let rows: [Double]

    package init(
        people: Int, stretches: Int, rate: Double, hasGravity: Bool?, moves: [Bool], clipped: Float, centres: [[Float]],
        shares: [Float], widths: [[Float]], whitening: [Float], margins: [Float]
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
        self.widths = widths
        parts = stride(from: 0, to: centres.count, by: 4).map { Part($0, centres, widths, shares) }
        rows = whitening.map { Double($0) }
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
        guard odds[best] > Double(margins[best]) else { return Verdict(misreading: .none, evidence: -odds[best]) }
        return Verdict(misreading: reading, evidence: odds[best])
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
    private static let freedom = 8.0

    /// The logarithm of the density, but for a constant.
    func likelihood(_ features: [Double]) -> Double {
        var logarithms: [Double] = []
        var offset = [SIMD4<Double>](repeating: .zero, count: features.count)
        for part in parts {
            for place in offset.indices { offset[place] = (features[place] - part.centre[place]) * part.narrowness[place] }
            let distance = rows.withUnsafeBufferPointer { rows in
                offset.withUnsafeBufferPointer { offset in
                    var (distance, next) = (SIMD4<Double>.zero, 0)
                    for row in offset.indices {
                        var sum = SIMD4<Double>.zero
                        for column in 0...row { sum += rows[next + column] * offset[column] }
                        next += row + 1
                        distance += sum * sum
                    }
                    return distance
                }
            }
            for centre in 0..<4 {
                logarithms.append(
                    part.density[centre] - 0.5 * (Self.freedom + Double(offset.count)) * log1p(distance[centre] / Self.freedom))
            }
        }
        let most = logarithms.max() ?? 0
        return most + log(logarithms.reduce(0) { $0 + exp($1 - most) })
    }

    /// Up to four centres, the reciprocals of their widths, and the logarithms of how dense each is in its middle; of a centre that
    /// is not there no density at all.
    private struct Part: Sendable, Equatable {
        var centre: [SIMD4<Double>]
        var narrowness: [SIMD4<Double>]
        var density = SIMD4<Double>(repeating: -.infinity)

        init(_ first: Int, _ centres: [[Float]], _ widths: [[Float]], _ shares: [Float]) {
            centre = [SIMD4<Double>](repeating: .zero, count: centres[first].count)
            narrowness = [SIMD4<Double>](repeating: .one, count: centres[first].count)
            for lane in 0..<min(4, centres.count - first) {
                density[lane] = Double(shares[first + lane])
                for place in centre.indices {
                    let width = Double(widths[first + lane][place])
                    centre[place][lane] = Double(centres[first + lane][place])
                    narrowness[place][lane] = 1 / width
                    density[lane] -= log(width)
                }
            }
        }
    }
}
