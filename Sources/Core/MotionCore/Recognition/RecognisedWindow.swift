/// A window that was classified, and what it led to.
public struct RecognisedWindow: Sendable, Equatable {
    /// Which one, and its most probable label.
    public let window: ClassifiedWindow
    /// What follows from it and from those before it.
    public let decision: Decision
    /// How many windows the same slot completed since the windows last began again; 255: so many or more.
    public let windowsBefore: Int

    @_noAllocation
    init(window: ClassifiedWindow, decision: Decision, windowsBefore: Int) {
        self.window = window
        self.decision = decision
        self.windowsBefore = windowsBefore
    }
}
