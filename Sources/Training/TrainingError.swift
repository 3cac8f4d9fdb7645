/// Why a network cannot be trained: one sentence with the mend.
public enum TrainingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The loss or its gradient is no finite number any more.
    case diverged(epoch: Int, learningRate: Double)
    case missingFeature(name: String)
    case noSequences(window: Int)

    public var description: String {
        switch self {
        case .diverged(let epoch, let rate):
            "training diverged in epoch \(epoch): the loss is no finite number; try a learning rate below \(rate)"
        case .missingFeature(let name): "there is no input feature “\(name)” in recordings; they hold ax, ay, az, gx, gy, gz"
        case .noSequences(let window): "there is no labelled window of \(window) samples to learn from"
        }
    }
}
