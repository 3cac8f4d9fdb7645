/// What was evaluated, and what was left out.
public struct Coverage: Sendable, Equatable {
    /// Sessions; a recording that was cut at gaps counts once for each stretch.
    public var sessions = 0
    /// Sessions shorter than a window: nothing of them was evaluated.
    public var shortSessions = 0
    /// Samples of all sessions.
    public var samples = 0
    /// Seconds that all sessions lasted, by their rates.
    public var seconds = 0.0
    /// Windows that streamed through both networks.
    public var windows = 0
    /// Windows without a true label: most of their samples are not scored. No share and no difference counts them.
    public var unscoredWindows = 0
    /// Labels of the recordings that the model does not know, and their samples; “” for samples without a label.
    public var unscoredSamples: [String: Int] = [:]

    public init() {}

    /// Windows with a true label: what every accuracy, agreement and difference is of.
    public var scoredWindows: Int { windows - unscoredWindows }
}
