/// How an isolated gesture of any length, a stroke, becomes the one window that a network reads.
///
/// In every form the strength is evened out: the strokes of a strong and of a gentle hand become alike.
public enum StrokeForm: String, Sendable, CaseIterable {
    /// Stretched or compressed to the window: a slow and a quick stroke become alike.
    case stretch
    /// At its own tempo, ending where the window ends; before it the first sample is repeated, and of a longer one the end is kept.
    case end
    /// At its own tempo, the middle of its motion in the middle of the window; at both ends the outermost sample is repeated, or
    /// what is outside cut off.
    case centre
}
