/// What those who learn it need of it.
extension KnownMotion {
    package static var featureCount: Int { MotionFeatures.count }

    /// Of motion as it stands. Allocates.
    package static func features(of sums: MotionSums) -> [Double] {
        var features = [Double](repeating: 0, count: MotionFeatures.count)
        MotionFeatures.of(sums, .right, into: &features)
        return features
    }

    /// How much each feature may differ without anything being wrong.
    ///
    /// - Parameter isOfFew: where few people were learned from.
    package static func tolerances(ofFew isOfFew: Bool) -> [Double] {
        MotionFeatures.tolerances.map { isOfFew ? $0.ofFew : $0.ofMany }
    }

    /// What each of `odds` would be.
    package static var misreadings: [Misreading] { MotionReading.others.map(\.misreading) }

    /// Whether the acceleration of nearly all of these has gravity, or of nearly none; nil: of some.
    package static func haveGravity(_ stretches: [MotionSums]) -> Bool? {
        let lengths = stretches.map(\.meanLength).sorted()
        guard !lengths.isEmpty else { return nil }
        let (low, high) = (lengths[lengths.count / 20], lengths[lengths.count - 1 - lengths.count / 20])
        return low > leastGravity ? true : high < mostWithout ? false : nil
    }

    /// g
    private static let leastGravity = 0.3
    private static let mostWithout = 0.15

    /// The largest share of samples at a limit, 0 … 1.
    package static func mostClipped(_ stretches: [MotionSums]) -> Double {
        stretches.reduce(0) { most, sums in (0..<6).reduce(most) { max($0, sums.extremes.clipped($1)) } }
    }
}

extension MotionSums {
    /// Whether an axis, 0 … 5, had the same value all the time.
    package func stands(_ axis: Int) -> Bool { extremes.stands(axis) }

    /// The length of the mean acceleration, in g.
    var meanLength: Double {
        let mean = acceleration / Double(max(1, samples))
        return (mean * mean).sum().squareRoot()
    }
}
