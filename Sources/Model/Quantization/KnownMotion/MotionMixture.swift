import Foundation
import Models

/// Centres of stretches of motion, and the covariance around them, by rounds of K-means in which near is what the covariance calls
/// so. Begins with stretches that are spread evenly over those given, so that the same ones give the same centres.
struct MotionMixture {
    private let centres: [[Double]]
    private let shares: [Double]
    private let factor: LowerTriangle

    private static let rounds = 20
    /// Stretches for one centre, and centres.
    private static let each = 10
    private static let most = 16
    /// What a centre is common at least, so that none is worth nothing.
    private static let leastShare = 0.02
    /// How much wider tolerances of people are where few were seen.
    private static let few = (people: 3, wider: 1.5)

    /// - Returns: nil without stretches.
    init?(_ stretches: [LearnedStretch], people: Int) {
        let features = stretches.map { KnownMotion.features(of: $0.sums) }
        guard !features.isEmpty else { return nil }
        let tolerances = KnownMotion.tolerances(wider: people < Self.few.people ? Self.few.wider : 1)
        let count = min(Self.most, max(1, features.count / Self.each))
        var centres = (0..<count).map { features[$0 * features.count / count] }
        var nearest = [Int](repeating: 0, count: features.count)
        // At first around the mean of all.
        var factor = Self.covariance(features, [Self.mean(features)], nearest, tolerances)
        for _ in 0..<Self.rounds {
            guard let known = factor else { return nil }
            let places = centres.map { known.solved($0) }
            for (index, feature) in features.enumerated() {
                let place = known.solved(feature)
                nearest[index] = places.indices.min { distance(place, places[$0]) < distance(place, places[$1]) } ?? 0
            }
            for centre in centres.indices {
                let members = features.indices.filter { nearest[$0] == centre }.map { features[$0] }
                if !members.isEmpty { centres[centre] = Self.mean(members) }
            }
            factor = Self.covariance(features, centres, nearest, tolerances)
        }
        guard let factor else { return nil }
        self.centres = centres
        self.factor = factor
        shares = centres.indices.map { centre in
            log(Double(nearest.count { $0 == centre }) / Double(nearest.count) + Self.leastShare)
        }
    }

    private static func mean(_ features: [[Double]]) -> [Double] {
        features[0].indices.map { place in features.reduce(0) { $0 + $1[place] } / Double(features.count) }
    }

    private static func covariance(
        _ features: [[Double]], _ centres: [[Double]], _ nearest: [Int], _ tolerances: [Double]
    ) -> LowerTriangle? {
        var matrix = SymmetricMatrix(count: tolerances.count)
        for (index, feature) in features.enumerated() { matrix.add(zip(feature, centres[nearest[index]]).map { $0 - $1 }) }
        matrix.scale(by: 1 / Double(features.count))
        for (place, tolerance) in tolerances.enumerated() {
            var unit = [Double](repeating: 0, count: tolerances.count)
            unit[place] = tolerance
            matrix.add(unit)
        }
        return matrix.cholesky()
    }

    func known(
        _ stretches: [LearnedStretch], people: Int, rate: Double, margins: [Float]
    ) -> KnownMotion {
        let count = KnownMotion.featureCount
        var whitening = [Float](repeating: 0, count: count * count)
        for column in 0..<count {
            var unit = [Double](repeating: 0, count: count)
            unit[column] = 1
            for (row, value) in factor.solved(unit).enumerated() { whitening[row * count + column] = Float(value) }
        }
        return KnownMotion(
            people: people, stretches: stretches.count, rate: rate, hasGravity: KnownMotion.haveGravity(stretches.map(\.sums)),
            moves: (0..<6).map { axis in stretches.allSatisfy { !$0.sums.stands(axis) } },
            clipped: Float(KnownMotion.mostClipped(stretches.map(\.sums))), centres: centres.map { $0.map { Float($0) } },
            shares: shares.map { Float($0) }, whitening: whitening, margins: margins)
    }
}

private func distance(_ first: [Double], _ second: [Double]) -> Double {
    zip(first, second).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
}
