/// What one training sequence is.
public struct SequencePlan: Sendable, Equatable {
    /// Consecutive windows through which the state runs. 1: every window starts from zero, as the network then will
    /// (`StatePolicy.reset`); more: the network will carry its state from window to window.
    public var windows: Int
    /// Supervised steps in each hop of a sequence of several windows. The target of each is the label of the window that ends
    /// there: the network learns to answer at any phase, and from more examples than there are windows.
    public var supervisedStepsPerHop: Int

    /// Windows on their own.
    public static let singleWindow = SequencePlan(windows: 1)

    /// How many of all sequences a pass takes. Those of several windows overlap: a pass sees every window about five times, each
    /// time with another past.
    func count(of sequences: Int) -> Int {
        min(sequences, max(1, 5 * sequences / windows))
    }

    public init(windows: Int, supervisedStepsPerHop: Int = 4) {
        precondition(windows >= 1 && supervisedStepsPerHop >= 1, "a sequence has a window and supervised steps")
        self.windows = windows
        self.supervisedStepsPerHop = supervisedStepsPerHop
    }
}
