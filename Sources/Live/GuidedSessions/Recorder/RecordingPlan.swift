public import SignalProcessing

/// How repetitions are cut out of the motion.
public enum RecordingCut: Sendable, Equatable {
    /// What moves between two rests.
    case motion(SegmentSettings)
    /// As a network that reads strokes cuts them where it recognises them.
    case strokes(StrokeSettings)
}

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
    /// Seconds that each takes; nil: until a key, or until it is over.
    public let seconds: Double?
    /// How repetitions are cut out of the motion, which then begin and end when the person likes; nil: by the clock or by a key.
    public let cut: RecordingCut?
    /// Seconds after one before the next is listened for, whatever the hand does meanwhile: it goes back to where it began. Nil
    /// where the next may follow at once.
    public let settle: Double?
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
        cut = nil
        settle = nil
    }

    /// One label so many times, then the next: nobody says when.
    ///
    /// - Parameters:
    ///   - cut: by motion.
    ///   - rest: seconds after the last, 1 … 600.
    public init(labels: [String], repetitions: Int, cut: SegmentSettings, rest: Double, restLabel: String) {
        precondition(repetitions > 0 && !labels.isEmpty, "something is asked for")
        prompts = labels.flatMap { label in (1...repetitions).map { Prompt(label: label, repetition: $0) } }
        seconds = nil
        self.rest = rest
        self.restLabel = restLabel
        self.cut = .motion(cut)
        settle = nil
    }

    /// One label so many times, then the next: each is a stroke, made when it is its turn.
    ///
    /// - Parameters:
    ///   - strokes: how they are cut.
    ///   - settle: seconds before each in which nothing is listened for, 0 … 10.
    ///   - rest: seconds after the last, 0 … 600, in which it can still be thrown away.
    public init(
        labels: [String], repetitions: Int, strokes: StrokeSettings, settle: Double, rest: Double, restLabel: String
    ) {
        precondition(repetitions > 0 && !labels.isEmpty, "something is asked for")
        prompts = labels.flatMap { label in (1...repetitions).map { Prompt(label: label, repetition: $0) } }
        seconds = nil
        self.rest = rest
        self.restLabel = restLabel
        cut = .strokes(strokes)
        self.settle = settle
    }

    /// Whether a key begins and ends each.
    public var isKeyed: Bool { seconds == nil && cut == nil }

    /// About how long it takes; nil where a key ends each.
    public var duration: Double? { seconds.map { (rest + $0) * Double(prompts.count) + rest } }
}
