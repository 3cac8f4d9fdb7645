/// What one training sequence is.
public struct SequencePlan: Sendable, Equatable {
    /// Consecutive windows through which the state runs. 1: every window starts from zero, as the network then will (`StatePolicy.reset`);
    /// more: the network will carry its state from window to window.
    public var windows: Int
    /// How often within a hop a sequence of several windows is asked for the label of the last window's length: the network learns to answer at
    /// any phase, and from more examples than there are windows.
    public var questionsPerHop: Int

    /// Windows on their own.
    public static let singleWindow = SequencePlan(windows: 1)

    /// How many of all sequences a pass takes. Those of several windows overlap: a pass sees every window about five times, each time with another
    /// past.
    func count(of sequences: Int) -> Int {
        min(sequences, max(1, 5 * sequences / windows))
    }

    public init(windows: Int, questionsPerHop: Int = 4) {
        precondition(windows >= 1 && questionsPerHop >= 1, "a sequence has a window and asks now and then")
        self.windows = windows
        self.questionsPerHop = questionsPerHop
    }
}
