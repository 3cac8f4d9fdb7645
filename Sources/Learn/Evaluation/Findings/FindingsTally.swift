import MotionCore
import Recordings

/// What an engineer asks of an evaluation beyond its sums: who, when, where it is wrong, and what another decision would bring.
///
/// Takes in a session after the other, keeps little of each, and of two that took in parts of the same sessions makes one: the
/// same, whatever the parts.
struct FindingsTally {
    /// The events of everybody.
    private(set) var float: EventScores
    private(set) var q15: EventScores
    private(set) var people: PeopleTally
    private(set) var sweep: DecisionSweep
    private(set) var wrong: WrongWindows
    private(set) var stretches: ConfusedStretches
    /// The sessions with most wrong windows, the most first.
    private(set) var timelines: [SessionTimeline] = []
    private let labels: Int
    private let length: Int
    private let decision: DecisionParameters

    /// More would make a page that nobody looks through.
    private static let mostTimelines = 8

    /// - Parameters:
    ///   - length: of a window, in samples.
    ///   - decision: with its rest label.
    init(labels: Int, length: Int, decision: DecisionParameters) {
        self.labels = labels
        self.length = length
        self.decision = decision
        float = EventScores(labels: labels)
        q15 = EventScores(labels: labels)
        people = PeopleTally(labels: labels)
        sweep = DecisionSweep(around: decision, labels: labels)
        wrong = WrongWindows(length: length)
        stretches = ConfusedStretches(labels: labels, length: length)
    }

    /// Counts a session.
    ///
    /// - Parameter isNew: whether its recordings were not evaluated before.
    mutating func add(_ session: EvaluatedSession, isNew: Bool = true) {
        let replay = DecisionReplay(labels: labels, parameters: decision, rate: session.rate)
        let track = DecisionReplay.Track(session.q15)
        let spells = replay.spells(of: track)
        var (ofFloat, ofQ15) = (EventScores(labels: labels), EventScores(labels: labels))
        ofFloat.add(
            replay.entries(of: DecisionReplay.Track(session.float)), truth: session.truth, length: length, rate: session.rate,
            restLabel: decision.restLabel)
        let outcome = ofQ15.outcome(
            adding: spells.map { EventScores.Entry(label: $0.label, endSample: track.endSamples[$0.entered]) },
            truth: session.truth, length: length, rate: session.rate, restLabel: decision.restLabel)
        float.add(ofFloat)
        q15.add(ofQ15)
        let name = session.session.subject ?? session.session.name
        people.change(name) { person in
            for (index, truth) in session.truths.enumerated() {
                guard let truth else { continue }
                person.float.classification.add(truth: truth, predicted: session.floatAnswers[index])
                person.q15.classification.add(truth: truth, predicted: session.q15Answers[index])
            }
            person.float.events.add(ofFloat)
            person.q15.events.add(ofQ15)
        }
        sweep.add(track, truth: session.truth, length: length, rate: session.rate)
        wrong.add(session)
        if isNew { stretches.add(session, person: name) }
        addTimeline(session, spells, outcome, person: name)
    }

    /// Takes over what another tally found in sessions that come later.
    mutating func merge(_ later: FindingsTally) {
        float.add(later.float)
        q15.add(later.q15)
        people.merge(later.people)
        sweep.merge(later.sweep)
        wrong.merge(later.wrong)
        stretches.merge(later.stretches)
        for timeline in later.timelines { insert(timeline) }
    }

    private mutating func addTimeline(
        _ session: EvaluatedSession, _ spells: [DecisionReplay.Spell], _ outcome: EventScores.Outcome, person: String
    ) {
        // A session of one window, as a stroke is, has no course.
        guard session.q15.count > 1, session.truths.contains(where: { $0 != nil }) else { return }
        let wrong = zip(session.q15Answers, session.truths).count { answer, truth in truth != nil && truth != answer }
        if timelines.count == Self.mostTimelines, timelines[timelines.count - 1].wrong >= wrong { return }
        insert(SessionTimeline(session, spells: spells, outcome: outcome, wrong: wrong, person: person))
    }

    private mutating func insert(_ timeline: SessionTimeline) {
        let place = timelines.firstIndex { $0.wrong < timeline.wrong } ?? timelines.count
        timelines.insert(timeline, at: place)
        timelines.removeLast(max(0, timelines.count - Self.mostTimelines))
    }
}
