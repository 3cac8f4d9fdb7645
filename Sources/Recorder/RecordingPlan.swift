/// What a person is asked to do while it is recorded.
public struct RecordingPlan: Sendable, Equatable {
    /// Once more, once each.
    public struct Prompt: Sendable, Equatable {
        public let label: String
        /// Which time it is, from 1.
        public let repetition: Int
    }

    /// What to do, one after the other.
    public let prompts: [Prompt]
    /// Seconds that each takes; nil: until a key.
    public let seconds: Double?
    /// Seconds of rest before each, and after the last.
    public let rest: Double
    /// What the rest is called.
    public let restLabel: String

    /// Every label so many times: all of them once, then all of them again, so that none is done tired only.
    ///
    /// - Parameters:
    ///   - seconds: that each takes, 0.2 … 600; nil: until a key.
    ///   - rest: seconds before each, 1 … 600.
    public init(labels: [String], repetitions: Int, seconds: Double?, rest: Double, restLabel: String) {
        precondition(repetitions > 0 && !labels.isEmpty, "something is asked for")
        prompts = (1...repetitions).flatMap { repetition in labels.map { Prompt(label: $0, repetition: repetition) } }
        self.seconds = seconds
        self.rest = rest
        self.restLabel = restLabel
    }

    /// About how long it takes; nil where a key ends each.
    public var duration: Double? { seconds.map { (rest + $0) * Double(prompts.count) + rest } }
}
