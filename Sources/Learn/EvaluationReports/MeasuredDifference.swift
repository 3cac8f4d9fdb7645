import Evaluation

/// A figure that depends on who was recorded, and of which an interval is known.
package enum ComparedFigure: String, CaseIterable {
    case accuracy = "accuracy, Q15"
    case eventsFound = "events found"
    case falseEvents = "false events an hour"
    case falseInBackground = "false an hour of background"

    var isBetterWhenLarger: Bool {
        switch self {
        case .accuracy, .eventsFound: true
        case .falseEvents, .falseInBackground: false
        }
    }

    /// Nil where nothing was counted.
    func value(of result: EvaluationResult) -> Double? {
        switch self {
        case .accuracy: result.q15.classification.accuracy
        case .eventsFound:
            result.q15.events.events > 0 ? Double(result.q15.events.hits) / Double(result.q15.events.events) : nil
        case .falseEvents: result.q15.events.falseEventsPerHour
        case .falseInBackground: result.background?.eventsPerHour
        }
    }

    /// Of 95 %; nil for a share with fewer than two people.
    func interval(of result: EvaluationResult) -> ClosedRange<Double>? {
        switch self {
        case .accuracy: result.accuracyInterval
        case .eventsFound: result.foundInterval
        case .falseEvents: result.q15.events.falseEventsPerHourInterval
        case .falseInBackground: result.background?.eventsPerHourInterval
        }
    }
}

/// Whether models differ in a figure by more than their intervals of 95 %, on the same recordings.
///
/// Two figures whose intervals do not overlap differ with more certainty than 95 %; others may still differ, unmeasured.
package struct MeasuredDifference {
    package let figure: ComparedFigure
    /// One for each model.
    package let values: [Double?]
    /// The models from which the best is not measured to differ, the best itself among them; empty if no model has the figure.
    package let best: [Int]
    /// Whether any model is worse than these.
    package let isMeasured: Bool
    /// Whether a model with the figure lacks an interval.
    private let lacksIntervals: Bool

    init(_ figure: ComparedFigure, of results: [EvaluationResult]) {
        self.init(figure, results.map { figure.value(of: $0) }, intervals: results.map { figure.interval(of: $0) })
    }

    /// - Parameter intervals: one for each value.
    package init(_ figure: ComparedFigure, _ values: [Double?], intervals: [ClosedRange<Double>?]) {
        self.figure = figure
        self.values = values
        let known = values.indices.filter { values[$0] != nil }
        lacksIntervals = known.contains { intervals[$0] == nil }
        func isBetter(_ one: Int, _ other: Int) -> Bool {
            guard let one = values[one], let other = values[other] else { return false }
            return figure.isBetterWhenLarger ? one > other : one < other
        }
        guard let first = known.reduce(nil, { best, next in best.map { isBetter(next, $0) ? next : $0 } ?? next }) else {
            (best, isMeasured) = ([], false)
            return
        }
        best = known.filter { index in
            guard let one = intervals[first], let other = intervals[index] else { return true }
            return one.overlaps(other)
        }
        isMeasured = best.count < known.count
    }

    /// “accuracy, Q15: no difference measured (the intervals of 95 % overlap)”.
    ///
    /// - Parameter names: the models'.
    package func sentence(of names: [String]) -> String {
        let known = values.indices.filter { values[$0] != nil }
        let worse = known.filter { !best.contains($0) }
        func listed(_ places: [Int]) -> String { places.map { names[$0] }.joined(separator: ", ") }
        if known.count < 2 { return "\(figure.rawValue): known of \(listed(known)) only" }
        if !isMeasured {
            let reason = lacksIntervals ? "fewer than two people give no interval" : "the intervals of 95 % overlap"
            return "\(figure.rawValue): no difference measured (\(reason))"
        }
        let alike = best.count == 1 ? "" : " (no difference measured between these)"
        return
            "\(figure.rawValue): \(listed(best)) \(best.count == 1 ? "is" : "are") better\(alike) than \(listed(worse)), beyond 95 %"
    }
}
