import MotionCore

/// Some labels are mistaken for others more easily.
extension DecisionTuning {
    /// A decision with a share of the evidence for each label: half where that finds more, and where even a quarter would
    /// keep to the budget; twice as much where that loses nothing and is false less often.
    ///
    /// One label after the other, so that what one of them gains counts for the next.
    func withShares(_ chosen: TunedDecision, most: Double) -> TunedDecision {
        var best = chosen
        for label in 0..<min(labels, EvidenceShares.most) where label != restLabel {
            let before = best
            func outcome(_ share: EvidenceShares.Share) -> TunedDecision {
                var parameters = before.parameters
                parameters.evidenceShares[label] = share
                return self.outcome(of: parameters)
            }
            let double = outcome(.double)
            if double.worth >= best.worth, double.budgeted.events < best.budgeted.events { best = double }
            let (half, quarter) = (outcome(.half), outcome(.quarter))
            if half.worth > best.worth, half.keeps(to: most), quarter.keeps(to: most) { best = half }
        }
        return best
    }
}

extension TunedDecision {
    /// Whether no more false events were found in an hour.
    func keeps(to most: Double) -> Bool { (falsePerHour ?? 0) <= most }
}
