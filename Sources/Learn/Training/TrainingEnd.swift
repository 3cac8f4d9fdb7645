/// Why training ended.
public enum TrainingEnd: String, Sendable {
    /// All that was planned is done.
    case completed
    /// A cycle twice as long as the one before it lowered the validation loss no further.
    case converged
    /// The validation loss did not fall for long.
    case stoppedEarly = "stopped_early"
    /// A caller asked for it; what was best so far is kept.
    case interrupted
}
