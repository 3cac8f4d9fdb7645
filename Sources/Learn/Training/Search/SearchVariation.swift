/// How much the training windows of a candidate are varied.
public enum SearchVariation: String, Sendable, CaseIterable {
    /// As it suits the number of people.
    case usual
    /// Twice as much.
    case stronger
    /// Half as much.
    case weaker

    /// For how many people variation stands in as if only they had been recorded (`AugmentationOptions.standingIn`): a quarter of
    /// them makes it twice as strong, four times as many half as strong.
    public func people(_ people: Int) -> Int {
        switch self {
        case .usual: people
        case .stronger: max(1, people / 4)
        case .weaker: people * 4
        }
    }
}
