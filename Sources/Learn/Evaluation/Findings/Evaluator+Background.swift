import Models
import MotionCore
import Quantization
public import Recordings

extension Evaluator {
    /// Runs motion in which nothing should happen through the network in Q15, and adds to a result what it made of it.
    ///
    /// Every session starts from zero state and with a fresh decision. What it is labelled does not matter. A network of strokes
    /// gets those that are cut out of it, as live. Allocates.
    ///
    /// - Parameters:
    ///   - result: of the gestures; nil if there are none.
    ///   - forEachSession: hands over the sessions, at the network's rate and without gaps.
    public func evaluate(
        background forEachSession: ((RecordedSession) -> Void) throws -> Void, addingTo result: EvaluationResult? = nil
    ) throws -> EvaluationResult {
        let model = pair.description
        var tally = BackgroundTally(labels: model.labels.count, decision: decision, isOfStrokes: model.strokes != nil)
        let windows: (RecordedSession) -> [OfflineClassifier.Window]
        if model.strokes == nil {
            let classifier = OfflineClassifier(
                pair.weights, features: model.inputs, fractionBits: pair.quantized.inputFractionBits)
            windows = { classifier.windows(of: $0) }
        } else {
            let strokes = try StreamedStrokes(pair.quantized, for: model)
            windows = { strokes.windows(of: $0) }
        }
        try forEachSession { session in
            guard let rate = model.rate ?? session.rate else { return }
            tally.add(windows(session), of: session, rate: rate)
        }
        var result = result ?? EvaluationResult(nothingOf: pair, noise: LayerNoiseMeter(pair).noise)
        result.take(tally.scores)
        return result
    }
}

/// Background as it goes: a session after the other, of which nothing is kept but sums. Of two tallies of parts of the same
/// sessions one is made: the same, whatever the parts.
struct BackgroundTally {
    private(set) var scores: BackgroundScores
    private var places: [String: Int] = [:]
    private let labels: Int
    private let isOfStrokes: Bool

    /// - Parameters:
    ///   - decision: with its rest label.
    ///   - isOfStrokes: whether each window is judged by itself, and motion without any counts as well.
    init(labels: Int, decision: DecisionParameters, isOfStrokes: Bool = false) {
        self.labels = labels
        self.isOfStrokes = isOfStrokes
        scores = BackgroundScores(
            events: [Int](repeating: 0, count: labels), curve: DecisionSweep(around: decision, labels: labels).result)
    }

    mutating func add(_ windows: [OfflineClassifier.Window], of session: RecordedSession, rate: Double) {
        guard !windows.isEmpty || isOfStrokes else { return }
        let track = DecisionReplay.Track(windows)
        let seconds = Double(session.count) / rate
        var person = BackgroundScores.Person(name: session.subject ?? session.name)
        person.seconds = seconds
        for (index, point) in scores.curve.points.enumerated() {
            let spells = DecisionReplay(
                labels: labels, parameters: point.parameters, rate: rate, isOfStrokes: isOfStrokes
            ).spells(of: track)
            add(spells.count, seconds, at: index)
            guard index == scores.curve.chosen else { continue }
            for spell in spells { scores.events[spell.label] += 1 }
            person.events = spells.count
        }
        scores.seconds += seconds
        scores.sessions += 1
        scores.windows += windows.count
        add(person)
    }

    mutating func merge(_ later: BackgroundTally) {
        let other = later.scores
        for label in 0..<labels { scores.events[label] += other.events[label] }
        for (index, point) in other.curve.points.enumerated() { add(point.backgroundEvents, point.backgroundSeconds, at: index) }
        scores.seconds += other.seconds
        scores.sessions += other.sessions
        scores.windows += other.windows
        for person in other.people { add(person) }
    }

    private mutating func add(_ events: Int, _ seconds: Double, at index: Int) {
        let point = scores.curve.points[index]
        scores.curve.points[index] = TunedDecision(
            parameters: point.parameters, gestures: point.gestures, backgroundEvents: point.backgroundEvents + events,
            backgroundSeconds: point.backgroundSeconds + seconds)
    }

    private mutating func add(_ person: BackgroundScores.Person) {
        if let place = places[person.name] {
            scores.people[place].events += person.events
            scores.people[place].seconds += person.seconds
        } else {
            places[person.name] = scores.people.count
            scores.people.append(person)
        }
    }
}
