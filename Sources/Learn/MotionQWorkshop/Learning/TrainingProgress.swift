public import MotionCore
public import Training

/// How a training goes on, told step by step.
public enum TrainingProgress {
    /// What is learned from, before anything is learned; everything that the request can be refused for has been looked at.
    case parts(TrainingParts)
    /// How a network did on a person whom it had not learned from, with `leavesOneSubjectOut`.
    case leftOut(LeftOutSubject)
    /// The accuracies, 0 … 1, of everybody who was left out.
    case leftOutEveryone([Double])
    /// People who are kept out of a first training, to tell how long the second should be.
    case judges([String])
    /// A network begins to learn.
    case began(LearningNetwork)
    /// A pass over the windows is done.
    case epoch(EpochReport)
    /// A network has learned.
    case finished(TrainingResult)
    /// A network that began cannot be learned; the error is thrown, or follows as a remark.
    case failed
    /// How well one form of strokes did on people kept out, in a window of so many samples.
    case strokeForm(StrokeForm, window: Int, Validation)
    /// Two networks, of which one is kept.
    case compared(PolicyComparison)
    /// How the network will do, and what would help.
    case outlook(Outlook)
    /// Something to hear of.
    case remark(TrainingRemark)
}

/// A person who was left out of a training.
public struct LeftOutSubject: Sendable, Equatable {
    /// Who it is.
    public let name: String
    /// Windows of that person.
    public let windows: Int
    /// Share of them that was right, 0 … 1.
    public let accuracy: Double
}

/// A network before it learns.
public struct LearningNetwork: Sendable, Equatable {
    /// What its windows begin with.
    public let policy: StatePolicy
    /// Whether it has an LSTM.
    public let hasState: Bool
    /// Weights and biases that are learned.
    public let parameterCount: Int
    /// The vector unit in use.
    public let kernelName: String

    init(_ trainer: Trainer, _ policy: StatePolicy) {
        self.policy = policy
        hasState = !trainer.plan.lstmUnits.isEmpty
        parameterCount = trainer.parameterCount
        kernelName = trainer.kernelName
    }
}
