import Models
import Quantization

extension EvaluationResult {
    /// Of a network of which no recording was evaluated yet.
    init(nothingOf pair: NetworkPair, noise: LayerNoise) {
        let model = pair.description
        func empty(_ cost: RunningCost) -> Arithmetic {
            Arithmetic(
                classification: ClassificationScores(labels: model.labels.count), events: EventScores(labels: model.labels.count),
                cost: cost)
        }
        self.init(
            labels: model.labels, restLabel: model.restIndex, window: model.window, hop: model.hop,
            float: empty(pair.floatCost), q15: empty(pair.q15Cost), noise: noise)
    }

    mutating func take(_ findings: FindingsTally) {
        people = findings.people.people
        curve = findings.sweep.result
        wrong = findings.wrong.worst
        stretches = findings.stretches.all
        timelines = findings.timelines
    }

    /// Adds background that was evaluated with the same network and the same decision.
    mutating func take(_ scores: BackgroundScores) {
        background = scores
        guard var curve = curve else {
            curve = scores.curve
            return
        }
        for (index, point) in curve.points.enumerated() {
            let other = scores.curve.points[index]
            curve.points[index] = TunedDecision(
                parameters: point.parameters, gestures: point.gestures, backgroundEvents: other.backgroundEvents,
                backgroundSeconds: other.backgroundSeconds)
        }
        self.curve = curve
    }
}

/// What the figures say of people who were not recorded.
extension EvaluationResult {
    /// Between which the share of correct windows in Q15 lies for people like these, 95 %; nil with fewer than two.
    public var accuracyInterval: ClosedRange<Double>? {
        PeopleBootstrap(people.map { .init($0.q15.classification.correct, of: $0.windows) }).interval()
    }

    /// The interval of 95 %, over people, of the share of events that Q15 finds.
    public var foundInterval: ClosedRange<Double>? {
        PeopleBootstrap(people.map { .init($0.q15.events.hits, of: $0.q15.events.events) }).interval()
    }

    /// How a figure of Q15 differs between people; nil if nobody has it.
    public func spread(_ figure: (PersonScores.Side) -> Double?) -> Spread? {
        Spread(people.compactMap { figure($0.q15) })
    }
}
