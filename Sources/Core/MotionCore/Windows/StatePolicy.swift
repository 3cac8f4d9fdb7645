/// What a window slot does with its hidden and cell state when its window ends.
public enum StatePolicy: String, Sendable, CaseIterable {
    /// Every window starts from zero state.
    case reset
    /// Every slot hands its state to its own next window, as Core ML's optional state inputs and outputs do.
    case carry
}
