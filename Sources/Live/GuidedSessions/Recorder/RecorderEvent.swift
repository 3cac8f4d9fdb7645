public import WireProtocol

/// What happens while it is recorded, for those who show it.
public enum RecorderEvent: Sendable {
    /// The device is there, and what it sends is recorded; the names of columns that it does not measure.
    case begun(HelloMessage, missing: [String])
    case guide(RecordingGuide.Event)
    /// A repetition was thrown away.
    case discarded(RecordingPlan.Prompt)
    /// A repetition is not what was asked for, it seems; it is thrown away next, and made once more.
    case doubted(RecordingPlan.Prompt, RepetitionDoubt)
    case paused
    case resumed
    /// So many samples are missing in this repetition.
    case lost(Int, RecordingPlan.Prompt)
    /// The device began anew: what goes on is a session of its own.
    case newSession(String)
    /// Nothing is recorded any more.
    case failed(RecorderError)
}
