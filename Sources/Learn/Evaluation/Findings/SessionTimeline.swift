import Recordings

/// One session in time: what it truly was, what both arithmetics took it for, and the events that Q15 made of it.
///
/// At most `mostColumns` of each, however long it lasted. A column holds a few windows; if one of them is wrong, it shows that one:
/// an error is not to get lost between correct answers.
public struct SessionTimeline: Sendable, Equatable {
    /// Something that lasted, in shares of the session, 0 … 1.
    public struct Event: Sendable, Equatable {
        public enum Kind: Sendable, Equatable {
            /// Found a true event, or found it again.
            case found
            /// Belongs to no true event.
            case wrong
            /// Nothing is known of it: its window touches samples that are not scored.
            case unknown
            /// Truly was, and was not found.
            case missed
        }

        public let label: Int
        public let kind: Kind
        public let from: Double
        public let to: Double
    }

    public let session: String
    public let person: String
    /// From its first sample to its last.
    public let seconds: Double
    /// Windows with a true label, and those of them to which Q15 gave another.
    public let windows: Int
    public let wrong: Int
    /// One for each column; nil where the window is not scored.
    public let truth: [Int?]
    public let float: [Int]
    public let q15: [Int]
    public let events: [Event]

    /// Two units of a figure of 760 each.
    static let mostColumns = 380
    /// More cannot be told apart.
    static let mostEvents = 300

    init(
        _ evaluated: EvaluatedSession, spells: [DecisionReplay.Spell], outcome: EventScores.Outcome, wrong: Int, person: String
    ) {
        let samples = evaluated.session.count
        session = evaluated.session.name
        self.person = person
        seconds = Double(samples) / evaluated.rate
        windows = evaluated.truths.count { $0 != nil }
        self.wrong = wrong
        let columns = min(Self.mostColumns, evaluated.q15.count)
        let places = (0..<columns).map { column in
            column * evaluated.q15.count / columns..<(column + 1) * evaluated.q15.count / columns
        }
        func shown(_ answers: [Int]) -> [Int] {
            places.map { range in
                let error = range.first { evaluated.truths[$0] != nil && answers[$0] != evaluated.truths[$0] }
                return answers[error ?? range.lowerBound]
            }
        }
        truth = places.map { range in
            let error = range.first { evaluated.truths[$0] != nil && evaluated.q15Answers[$0] != evaluated.truths[$0] }
            return evaluated.truths[error ?? range.lowerBound]
        }
        float = shown(evaluated.floatAnswers)
        q15 = shown(evaluated.q15Answers)
        // A window stands for the samples since the one before it; the first columns begin with the first window's end.
        let first = Double(evaluated.q15.first?.endSample ?? 0)
        let span = max(1, Double(evaluated.q15.last?.endSample ?? 1) - first)
        func share(_ sample: Int) -> Double { max(0, min(1, (Double(sample) - first) / span)) }
        let entered = zip(spells, outcome.fates).map { spell, fate in
            let end = spell.left < evaluated.q15.count ? evaluated.q15[spell.left].endSample : samples
            let kind: Event.Kind = fate == .wrong ? .wrong : fate == .unknown ? .unknown : .found
            return Event(
                label: spell.label, kind: kind, from: share(evaluated.q15[spell.entered].endSample), to: share(end))
        }
        let missed = outcome.missed.map { Event(label: $0.label, kind: .missed, from: share($0.start), to: share($0.end)) }
        // What went wrong is shown first, if there is not room for all.
        let sorted = (missed + entered.filter { $0.kind == .wrong } + entered.filter { $0.kind != .wrong })
        events = Array(sorted.prefix(Self.mostEvents))
    }
}
