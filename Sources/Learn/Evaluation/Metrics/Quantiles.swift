import MotionCore

extension [Double] {
    /// The smallest number that at least this share of all numbers does not exceed (nearest rank). nil of none.
    ///
    /// - Parameter share: above 0, at most 1: 0.5 for a median, 0.99 for a 99th percentile.
    public func quantile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        let rank = Int(saturating: (share * Double(count)).rounded(.up))
        return sorted()[Swift.max(0, Swift.min(count, rank) - 1)]
    }
}
