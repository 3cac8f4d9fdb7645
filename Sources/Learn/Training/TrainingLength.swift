/// How long to train.
public enum TrainingLength: Sendable, Equatable {
    /// So many passes over the training windows, the learning rate along one cosine; with validation fewer, if its loss does not
    /// fall for `patience` of them.
    case passes(Int, patience: Int = 15)
    /// Cycles, each with a cosine of its own and twice as long as the one before (warm restarts, Loshchilov and Hutter 2017). With
    /// validation the first that does not lower its loss by `leastGain` is the last; without, all are taken.
    ///
    /// - Parameters:
    ///   - first: steps of the optimiser in the first cycle, at least 1; it ends with the pass that reaches them.
    ///   - most: cycles at most, at least 1.
    case cycles(first: Int = 3000, most: Int)

    /// What a longer cycle must take off the validation loss, as a fraction of it, to be worth another.
    static let leastGain = 0.01
    /// Four cycles at most: 45,000 steps.
    public static let untilItPays = TrainingLength.cycles(most: 4)
    /// One cycle, for when nobody can tell when it is enough: more steps learn the people by heart.
    public static let untold = TrainingLength.cycles(most: 1)

    /// Passes of each cycle.
    ///
    /// - Parameter steps: of the optimiser in a pass.
    func passes(stepsInPass steps: Int) -> [Int] {
        switch self {
        case .passes(let count, _): [max(1, count)]
        case .cycles(let first, let most): (0..<max(1, most)).map { max(1, ((first << $0) + steps - 1) / steps) }
        }
    }

    /// Passes without a better validation loss after which training ends; nil if cycles decide.
    var patience: Int? {
        guard case .passes(_, let patience) = self else { return nil }
        return patience
    }
}
