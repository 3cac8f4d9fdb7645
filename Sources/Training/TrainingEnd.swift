/// Why training ended.
public enum TrainingEnd: String, Sendable {
    /// All epochs are done.
    case completed
    /// The validation loss did not fall for long.
    case stoppedEarly = "stopped_early"
    /// A caller asked for it; what was best so far is kept.
    case interrupted
}
