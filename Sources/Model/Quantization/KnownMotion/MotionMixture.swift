import Foundation
import Models

/// Centres of stretches of motion, and the covariance around them, by rounds of K-means in which near is what the covariance calls
/// so; then how wide each centre is beside the others, for somebody who stands is more like others who stand than one who lies is
/// like others who lie. Begins with stretches that are spread evenly over those given, so that the same ones give the same centres.
struct MotionMixture {
    private let centres: [[Double]]
    private let shares: [Double]
    private let widths: [[Double]]
    private let factor: LowerTriangle

    private static let rounds = 20
    /// Stretches for one centre, and centres.
    private static let each = 10
    private static let most = 16
    /// What a centre is common at least, so that none is worth nothing.
    private static let leastShare = 0.02
    /// Fewer people than these do not show how people differ.
    private static let several = 3

    /// - Returns: nil without stretches.
    init?(_ stretches: [LearnedStretch], people: Int) {
        let features = stretches.map { KnownMotion.features(of: $0.sums) }
        guard !features.isEmpty else { return nil }
        let tolerances = KnownMotion.tolerances(ofFew: people < Self.several)
        let count = min(Self.most, max(1, features.count / Self.each))
        var centres = (0..<count).map { features[$0 * features.count / count] }
        var nearest = [Int](repeating: 0, count: features.count)
        // At first around the mean of all.
        var factor = Self.covariance(features, [Self.mean(features)], nearest, tolerances)
        for round in 0..<Self.rounds {
            guard let known = factor else { return nil }
            let places = centres.map { known.solved($0) }
            let before = nearest
            for (index, feature) in features.enumerated() {
                let place = known.solved(feature)
                nearest[index] = places.indices.min { distance(place, places[$0]) < distance(place, places[$1]) } ?? 0
            }
            if round > 0, nearest == before { break }
            for centre in centres.indices {
                let members = features.indices.filter { nearest[$0] == centre }.map { features[$0] }
                if !members.isEmpty { centres[centre] = Self.mean(members) }
            }
            factor = Self.covariance(features, centres, nearest, tolerances)
        }
        guard factor != nil else { return nil }
        let widths = Self.widths(features, centres, nearest, tolerances)
        guard let factor = Self.covariance(features, centres, nearest, tolerances, widths) else { return nil }
        self.centres = centres
        self.widths = widths
        self.factor = factor
        shares = centres.indices.map { centre in
            log(Double(nearest.count { $0 == centre }) / Double(nearest.count) + Self.leastShare)
        }
    }

    private static func mean(_ features: [[Double]]) -> [Double] {
        features[0].indices.map { place in features.reduce(0) { $0 + $1[place] } / Double(features.count) }
    }

    /// - Parameter widths: of each centre, that differences and tolerances are divided by; as they are without.
    private static func covariance(
        _ features: [[Double]], _ centres: [[Double]], _ nearest: [Int], _ tolerances: [Double], _ widths: [[Double]]? = nil
    ) -> LowerTriangle? {
        var matrix = SymmetricMatrix(count: tolerances.count)
        var squares = [Double](repeating: 0, count: tolerances.count)
        for (index, feature) in features.enumerated() {
            let centre = nearest[index]
            var difference = zip(feature, centres[centre]).map { $0 - $1 }
            for place in difference.indices {
                let width = widths?[centre][place] ?? 1
                difference[place] /= width
                squares[place] += tolerances[place] * tolerances[place] / (width * width)
            }
            matrix.add(difference)
        }
        matrix.scale(by: 1 / Double(features.count))
        for place in tolerances.indices {
            var unit = [Double](repeating: 0, count: tolerances.count)
            unit[place] = (squares[place] / Double(features.count)).squareRoot()
            matrix.add(unit)
        }
        return matrix.cholesky()
    }

    /// Stretches of all centres that are added to each centre's own.
    private static let shared = 20.0

    /// Of each centre, how far its stretches spread, tolerances included, for what those of all centres do.
    private static func widths(
        _ features: [[Double]], _ centres: [[Double]], _ nearest: [Int], _ tolerances: [Double]
    ) -> [[Double]] {
        var squares = centres.map { _ in [Double](repeating: 0, count: tolerances.count) }
        var counts = centres.map { _ in 0.0 }
        for (index, feature) in features.enumerated() {
            let centre = nearest[index]
            counts[centre] += 1
            for place in feature.indices {
                let difference = feature[place] - centres[centre][place]
                squares[centre][place] += difference * difference
            }
        }
        return centres.indices.map { centre in
            tolerances.indices.map { place in
                let all = squares.reduce(0) { $0 + $1[place] } / Double(features.count)
                let own = (squares[centre][place] + shared * all) / (counts[centre] + shared)
                let tolerance = tolerances[place] * tolerances[place]
                return ((own + tolerance) / (all + tolerance)).squareRoot()
            }
        }
    }

    func known(
        _ stretches: [LearnedStretch], people: Int, rate: Double, margins: [Float]
    ) -> KnownMotion {
        let count = KnownMotion.featureCount
        var whitening = [Float](repeating: 0, count: count * (count + 1) / 2)
        for column in 0..<count {
            var unit = [Double](repeating: 0, count: count)
            unit[column] = 1
            let inverse = factor.solved(unit)
            for row in column..<count { whitening[row * (row + 1) / 2 + column] = Float(inverse[row]) }
        }
        return KnownMotion(
            people: people, stretches: stretches.count, rate: rate, hasGravity: KnownMotion.haveGravity(stretches.map(\.sums)),
            moves: (0..<6).map { axis in stretches.allSatisfy { !$0.sums.stands(axis) } },
            clipped: Float(KnownMotion.mostClipped(stretches.map(\.sums))), centres: centres.map { $0.map { Float($0) } },
            shares: shares.map { Float($0) }, widths: widths.map { $0.map { Float($0) } }, whitening: whitening, margins: margins)
    }
}

private func distance(_ first: [Double], _ second: [Double]) -> Double {
    zip(first, second).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
}
