import Evaluation
import Formatting
import MotionCore
import Quantization

/// Who, when, and what another decision would bring, for programs. Rates are false events an hour; intervals are of 95 %: of rates
/// Garwood's, of shares the bootstrap's over people, null with fewer than two of them.
extension EvaluationResult {
    func addPeople(to line: inout JSONLine) {
        line.add("people", people.map(Self.json))
        line.add("accuracy_q15_95", Self.ends(accuracyInterval), digits: 9)
        line.add("events_found_q15_95", Self.ends(foundInterval), digits: 9)
        for (name, side) in [("float", float), ("q15", q15)] {
            line.add("false_events_per_hour_\(name)", side.events.falseEventsPerHour ?? .nan)
        }
        line.add("false_events_per_hour_q15_95", Self.ends(q15.events.falseEventsPerHourInterval))
        line.add(
            "worst_errors",
            wrong.map { error in
                var entry = worstJSON(error.window)
                entry.add("margin", error.margin, digits: 9)
                return entry
            })
    }

    func addFindings(of subject: ReportSubject, to line: inout JSONLine) {
        line.add("decision", subject.decision)
        line.add("event_curve", curve.map { curve in curve.points.indices.map { Self.json(curve, $0) } } ?? [])
        if let background {
            var entry = background.json(labels: labels, restLabel: restLabel)
            entry.add("data", subject.background)
            line.add("background", entry)
        }
        line.add("chips", subject.chips.map(\.json))
        line.add("layers", subject.layers.map(\.json))
    }

    private static func json(_ person: PersonScores) -> JSONLine {
        var line = JSONLine()
        line.add("subject", person.name)
        line.add("windows", person.windows)
        for (name, side) in [("float", person.float), ("q15", person.q15)] {
            line.add("accuracy_\(name)", side.classification.accuracy ?? .nan, digits: 9)
            line.add("macro_f1_\(name)", side.classification.macroF1 ?? .nan, digits: 9)
            line.add("event_hits_\(name)", side.events.hits)
            line.add("event_misses_\(name)", side.events.misses)
            line.add("false_events_\(name)", side.events.falseEvents)
        }
        line.add("seconds", person.q15.events.scoredSeconds)
        return line
    }

    private static func json(_ curve: DecisionCurve, _ index: Int) -> JSONLine {
        let point = curve.points[index]
        var line = JSONLine()
        if point.parameters.evidence > 0 {
            line.add("evidence", Double(point.parameters.evidence) / 256)
        } else {
            line.add("threshold", Double(point.parameters.threshold) / 32768)
        }
        line.add("chosen", index == curve.chosen)
        line.add("events", point.gestures.events)
        line.add("found", point.gestures.hits)
        line.add("false_events", point.gestures.falseEvents)
        line.add("false_events_per_hour", point.gestures.falseEventsPerHour ?? .nan)
        line.add("median_s", point.gestures.medianDetectionSeconds ?? .nan)
        line.add("p90_s", point.gestures.p90DetectionSeconds ?? .nan)
        if point.backgroundSeconds > 0 {
            line.add("background_false_events", point.backgroundEvents)
            line.add("background_false_events_per_hour", point.falsePerHour ?? .nan)
            line.add("background_false_events_per_hour_95", ends(point.falsePerHourInterval))
        }
        return line
    }

    static func ends(_ interval: ClosedRange<Double>?) -> [Double] {
        interval.map { [$0.lowerBound, $0.upperBound] } ?? [.nan, .nan]
    }
}

extension BackgroundScores {
    fileprivate func json(labels: [String], restLabel: Int?) -> JSONLine {
        var line = JSONLine()
        line.add("hours", seconds / 3600)
        line.add("sessions", sessions)
        line.add("windows", windows)
        line.add("false_events", allEvents)
        line.add("false_events_per_hour", eventsPerHour ?? .nan)
        line.add("false_events_per_hour_95", EvaluationResult.ends(eventsPerHourInterval))
        line.add(
            "labels",
            labels.indices.filter { $0 != restLabel }.map { label in
                var entry = JSONLine()
                entry.add("label", labels[label])
                entry.add("false_events", events[label])
                entry.add("false_events_per_hour", seconds > 0 ? Double(events[label]) / seconds * 3600 : .nan)
                entry.add("false_events_per_hour_95", EvaluationResult.ends(perHourInterval(of: label)))
                return entry
            })
        line.add(
            "people",
            people.map { person in
                var entry = JSONLine()
                entry.add("subject", person.name)
                entry.add("hours", person.seconds / 3600)
                entry.add("false_events", person.events)
                entry.add("false_events_per_hour", person.eventsPerHour ?? .nan)
                return entry
            })
        return line
    }
}

extension LayerFormat {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("name", name)
        line.add("shape", shape)
        line.add("input", input)
        line.add("weights", steps)
        line.add("sums", sums)
        line.add("output", output)
        line.add("bytes", bytes)
        return line
    }
}
