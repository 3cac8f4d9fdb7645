/// What to try next. First, from what training does without a search, the window, the rate and the variation are changed one after
/// the other, and a change is kept that lowers the validation loss clearly. Then what came out is tried in all sizes; after that so
/// is every other window, rate and variation that was tried, the best first.
///
/// What comes next depends on nothing but what came out before.
package struct SearchPlan {
    /// What came of a candidate.
    package struct Outcome: Sendable {
        package var choice: SearchChoice
        /// On the judges; infinite if it could not be trained.
        package var loss: Double

        package init(_ choice: SearchChoice, loss: Double) {
            self.choice = choice
            self.loss = loss
        }
    }

    private let space: SearchSpace
    /// Whether a candidate is within the budgets.
    private let fits: (SearchChoice) -> Bool

    /// What a change must take off the loss, as a part of it, to be kept.
    private static let clearly = 0.05
    /// The order in which a front shows soonest.
    private static let spread = [32, 16, 8, 64, 4, 24, 48, 12, 6]

    package init(_ space: SearchSpace, fits: @escaping (SearchChoice) -> Bool) {
        self.space = space
        self.fits = fits
    }

    /// - Returns: nil when everything has been tried.
    package func next(after outcomes: [Outcome]) -> SearchChoice? {
        let losses = Dictionary(outcomes.map { ($0.choice, $0.loss) }) { first, _ in first }
        var best = space.start
        for changes in [space.windows(like:), space.rates(like:), space.variations(like:)] {
            var kept = best
            for changed in changes(best) {
                guard let candidate = fitted(changed) else { continue }
                guard let loss = losses[candidate] else { return candidate }
                let least = fitted(kept).flatMap { losses[$0] } ?? .infinity
                if kept == best ? loss < least * (1 - Self.clearly) : loss < least { kept = changed }
            }
            best = kept
        }
        for setting in settings(outcomes, first: best) {
            for size in sizes {
                var choice = setting
                choice.units = size
                if fits(choice), losses[choice] == nil { return choice }
            }
        }
        return nil
    }

    /// All that was tried but for the size, from the least loss, but the one that was kept before all others.
    private func settings(_ outcomes: [Outcome], first best: SearchChoice) -> [SearchChoice] {
        var settings = [best]
        let ordered = outcomes.enumerated().filter { $0.element.loss.isFinite }
            .sorted { ($0.element.loss, $0.offset) < ($1.element.loss, $1.offset) }
        for (_, outcome) in ordered {
            var setting = outcome.choice
            setting.units = best.units
            if !settings.contains(setting) { settings.append(setting) }
        }
        return settings
    }

    private var sizes: [Int] {
        Self.spread.filter(space.sizes.contains) + space.sizes.filter { !Self.spread.contains($0) }
    }

    /// With the size that it starts from, or the next smaller one within the budgets; nil if there is none.
    private func fitted(_ choice: SearchChoice) -> SearchChoice? {
        let smaller = space.sizes.filter { $0 < choice.units }.sorted(by: >)
        return ([choice.units] + smaller).lazy.map { size in
            var choice = choice
            choice.units = size
            return choice
        }.first(where: fits)
    }
}
