public import Formatting

/// Why a network cannot be trained: one sentence with the mend.
public enum TrainingError: ExplainedError, Equatable {
    /// The loss or its gradient is no finite number any more.
    case diverged(epoch: Int, learningRate: Double)
    case missingFeature(name: String, known: [String])
    case noSequences(window: Int)
    /// Windows whose state is carried must follow each other without a gap in their slot.
    case hopDoesNotDivideWindow(hop: Int, window: Int)
    case tooManyClasses(count: Int, most: Int)

    public var kind: FailureKind { .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        switch self {
        case .diverged(let epoch, let rate):
            "training diverged in epoch \(epoch): the loss is no finite number\(remedy: "try a learning rate below \(rate)")"
        case .missingFeature(let name, let known):
            "the recordings have no channel “\(name)” that a network could read; they have \(known.joined(separator: ", "))"
        case .noSequences(let window): "there is no labelled window of \(window) samples to learn from"
        case .hopDoesNotDivideWindow(let hop, let window):
            "a state that is carried needs windows that follow each other without a gap, and a hop of \(hop) does not divide a window of "
                + "\(window) samples\(remedy: "take a hop of \(Self.divisor(of: window, near: hop))")"
        case .tooManyClasses(let count, let most):
            "the recordings have \(count) labels, and a network has \(most) at most"
                + "\(remedy: "name those to learn with \(.labels), or check the label column")"
        }
    }

    private static func divisor(of window: Int, near hop: Int) -> Int {
        (1...window).filter { window % $0 == 0 }.min { ($0 - hop).magnitude < ($1 - hop).magnitude } ?? 1
    }
}
