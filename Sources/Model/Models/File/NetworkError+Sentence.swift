public import Formatting
public import MotionCore

/// The engine is a part of the device core, which words nothing for people beyond its description.
extension NetworkError: ExplainedError {
    /// What the environment asks for is a setting; all else is a fault of the network.
    public var kind: FailureKind {
        if case .kernels = self { .usage } else { .badData }
    }

    /// What is wrong with the network, or with the kernels that are asked for.
    public var sentence: Sentence {
        if case .kernels = self { "\(description)" } else { "the network cannot run: \(description)" }
    }
}
