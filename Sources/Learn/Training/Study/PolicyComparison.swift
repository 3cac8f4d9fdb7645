import Randomness
public import Recordings

/// Whether a carried state is worth its risk: it must do clearly better, and also where people do things in another order than
/// those it learned from.
public struct PolicyComparison: Sendable {
    public let reset: Validation
    public let carried: Validation
    /// The carried network on the same pieces of motion in random order.
    public let carriedInRandomOrder: Validation

    /// What carrying must take off the loss, as a part of it, and add to the share of correct windows.
    private static let clearly = (loss: 0.1, accuracy: 0.01)

    /// - Parameter validation: what both are judged on, with the classes that they learned.
    public init(reset: Trainer, carried: Trainer, on validation: DataSet) {
        var random = SeededGenerator(seed: 1)
        self.reset = reset.score(validation)
        self.carried = carried.score(validation)
        carriedInRandomOrder = carried.score(validation.reordered(using: &random))
    }

    public var carryingWins: Bool {
        [carried, carriedInRandomOrder].allSatisfy {
            $0.loss < (1 - Self.clearly.loss) * reset.loss && $0.accuracy > reset.accuracy + Self.clearly.accuracy
        }
    }
}
