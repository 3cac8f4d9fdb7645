import Evaluation
import Formatting
import MotionCore

/// Figures in words, the same in tables and on pages.
enum EvaluationWords {
    /// “91.2 – 95.3 %”; “–” for none. Where everybody has the same share, drawing people says nothing of others.
    static func shares(_ interval: ClosedRange<Double>?) -> String {
        guard let interval else { return "–" }
        return interval.lowerBound == interval.upperBound ? "all alike" : shown(interval)
    }

    private static func shown(_ interval: ClosedRange<Double>) -> String {
        String(printing: "%.1f – %.1f %%", interval.lowerBound * 100, interval.upperBound * 100)
    }

    /// Of events an hour, three digits: “0.87”, “12.3”.
    static func rate(_ rate: Double?) -> String {
        guard let rate else { return "–" }
        return rate == 0 ? "0" : String(printing: rate < 10 ? "%.2f" : rate < 100 ? "%.1f" : "%.0f", rate)
    }

    /// “0 – 3.69”; “–” for none.
    static func rates(_ interval: ClosedRange<Double>?) -> String {
        interval.map { "\(rate($0.lowerBound)) – \(rate($0.upperBound))" } ?? "–"
    }

    /// “mean 93.2, ± 2.1, 88.0 – 97.3”, in per cent.
    static func spread(_ spread: Spread?) -> String {
        guard let spread else { return "–" }
        guard let deviation = spread.standardDeviation else { return String(printing: "%.1f", spread.mean * 100) }
        return String(
            printing: "%.1f ± %.1f, %.1f – %.1f", spread.mean * 100, deviation * 100, spread.least * 100, spread.most * 100)
    }

    /// “12 of 12”.
    static func found(_ events: EventScores) -> String {
        "\(Numbers.count(events.hits)) of \(Numbers.count(events.events))"
    }

    /// “2.1 %, up to 2.9 %”: the calibration error by chance, and below which 95 of 100 lie.
    static func byChance(_ reliability: Reliability) -> String {
        guard let limit = reliability.calibrationErrorByChanceLimit else { return "–" }
        return "\(Numbers.percent(reliability.calibrationErrorByChance)), up to \(Numbers.percent(limit))"
    }

    /// What is varied in a curve: “threshold 0.9”, “12 bits”.
    static func setting(_ decision: DecisionParameters) -> String {
        decision.evidence > 0
            ? String(printing: decision.evidence == 256 ? "%.4g bit" : "%.4g bits", Double(decision.evidence) / 256)
            : String(printing: "%.4g", Double(decision.threshold) / 32768)
    }
}

extension BackgroundScores {
    /// The one sentence about it.
    var verdict: String {
        let between = eventsPerHourInterval.map {
            ", with 95 % between \(EvaluationWords.rate($0.lowerBound)) and \(EvaluationWords.rate($0.upperBound))"
        }
        let events = allEvents == 0 ? "No false event" : Numbers.count(allEvents, "false event")
        return
            "\(events) in \(Numbers.duration(seconds)) of background: \(EvaluationWords.rate(eventsPerHour)) an hour\(between ?? "")."
    }

    /// “13 people, 1 h 8 min, 20,432 windows”.
    var extent: String {
        "\(Numbers.count(people.count, "person", "people")), \(Numbers.duration(seconds)), \(Numbers.count(windows, "window"))"
    }
}

extension DecisionCurve {
    /// The places worth showing: the chosen one, and of neighbours with the same outcome the first.
    var shown: [Int] {
        points.indices.filter { index in
            guard index > 0, index != chosen else { return true }
            let (one, other) = (points[index - 1], points[index])
            return (one.gestures.hits, one.gestures.falseEvents, one.backgroundEvents)
                != (other.gestures.hits, other.gestures.falseEvents, other.backgroundEvents)
        }
    }

    /// Whether false events are those of background, rather than those among the gestures.
    var hasBackground: Bool { points.contains { $0.backgroundSeconds > 0 } }

    /// False events an hour at a place: of background if there is any, else of the labelled recordings.
    func falsePerHour(_ index: Int) -> Double? {
        hasBackground ? points[index].falsePerHour : points[index].gestures.falseEventsPerHour
    }

    /// Between which rates an hour false events lie with a confidence of 95 %; of the background if there is one.
    func falsePerHourInterval(_ index: Int) -> ClosedRange<Double>? {
        hasBackground ? points[index].falsePerHourInterval : points[index].gestures.falseEventsPerHourInterval
    }

    /// Which setting the places differ in: the evidence or the threshold.
    var parameter: Setting { (points.first?.parameters.evidence ?? 0) > 0 ? .evidence : .threshold }

    /// A head, and a row for each place that is shown; the last cell marks the chosen one.
    var table: (head: [String], rows: [[String]]) {
        let hasGestures = points.contains { $0.gestures.events > 0 }
        let head =
            [parameter.rawValue] + (hasGestures ? ["found", "after, median", "90 %"] : [])
            + (hasGestures && hasBackground ? ["false"] : [])
            + [hasBackground ? "in background" : "false", "an hour", "95 %", ""]
        let rows = shown.map { index in
            let point = points[index]
            let found =
                hasGestures
                ? [
                    EvaluationWords.found(point.gestures), Numbers.decimal(point.gestures.medianDetectionSeconds, 2, unit: "s"),
                    Numbers.decimal(point.gestures.p90DetectionSeconds, 2, unit: "s"),
                ] : []
            let among = hasGestures && hasBackground ? [Numbers.count(point.gestures.falseEvents)] : []
            return [EvaluationWords.setting(point.parameters)] + found + among
                + [
                    Numbers.count(hasBackground ? point.backgroundEvents : point.gestures.falseEvents),
                    EvaluationWords.rate(falsePerHour(index)), EvaluationWords.rates(falsePerHourInterval(index)),
                    index == chosen ? "evaluated" : "",
                ]
        }
        return (head, rows)
    }
}
