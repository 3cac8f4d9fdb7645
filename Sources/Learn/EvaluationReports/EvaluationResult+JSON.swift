public import Evaluation
public import Formatting
public import Quantization

extension EvaluationResult {
    /// Everything as one JSON object. What does not exist, as the precision of a label that was never given, is null.
    ///
    /// Shares lie between 0 and 1. Every share, count and difference of windows is of the `windows` that have a true label; all
    /// `windows_evaluated` streamed through, and noise and times are measured on a part of them. `confusion_…` has a row for each
    /// true label and a column for each given one. Without labelled recordings there is only what background says.
    public func json(of subject: ReportSubject) -> JSONLine {
        var line = JSONLine()
        if coverage.sessions == 0, background != nil {
            line.add("labels", labels)
            addFindings(of: subject, to: &line)
            line.add("model", subject.model)
            return line
        }
        line.add("windows", coverage.scoredWindows)
        line.add("accuracy_float", float.classification.accuracy ?? .nan, digits: 9)
        line.add("accuracy_q15", q15.classification.accuracy ?? .nan, digits: 9)
        line.add("macro_f1_float", float.classification.macroF1 ?? .nan, digits: 9)
        line.add("macro_f1_q15", q15.classification.macroF1 ?? .nan, digits: 9)
        if !subject.learnedFrom.isEmpty { line.add("learned_from", subject.learnedFrom) }
        line.add("agreement", parity.agreement ?? .nan, digits: 9)
        line.add("max_abs_probability_difference", parity.largest, digits: 9)
        line.add("rms_probability_difference", parity.rootMeanSquare, digits: 9)
        line.add("p99_abs_probability_difference", parity.p99, digits: 9)
        line.add("confusion_float", float.classification.confusion)
        line.add("confusion_q15", q15.classification.confusion)
        line.add("labels", labels)
        if let restLabel { line.add("rest", labels[restLabel]) }
        line.add("per_class", labels.indices.map(classJSON))
        for (name, side) in [("float", float), ("q15", q15)] {
            line.add("ece_\(name)", side.reliability.expectedCalibrationError ?? .nan, digits: 9)
            line.add("ece_by_chance_\(name)", side.reliability.calibrationErrorByChance ?? .nan, digits: 9)
            line.add("ece_by_chance_95_\(name)", side.reliability.calibrationErrorByChanceLimit ?? .nan, digits: 9)
            line.add("reliability_\(name)", side.reliability.json)
            line.add("false_events_per_minute_\(name)", side.events.falseEventsPerMinute ?? .nan)
            line.add("false_events_\(name)", side.events.falseEvents)
            line.add("time_to_detection_\(name)", side.events.detectionJSON)
            line.add("bytes_\(name)", side.cost.bytes)
            line.add("memory_\(name)", side.cost.workingBytes)
            line.add("nanoseconds_per_window_\(name)", side.cost.nanosecondsPerWindow ?? .nan, digits: 0)
        }
        line.add("probability_difference_histogram", histogramJSON)
        line.add("worst_windows", parity.worst.map { worstJSON($0) })
        line.add("layer_noise", noise.json)
        line.add("layer_noise_windows", noise.windows)
        if let sources { line.add("error_sources", sources.json) }
        line.add("windows_evaluated", coverage.windows)
        line.add("sessions", coverage.sessions)
        line.add("samples", coverage.samples)
        line.add("seconds", coverage.seconds)
        line.add("left_out", leftOutJSON)
        line.add("model", subject.model)
        line.add("data", subject.recordings)
        line.add("notes", warnings + subject.notes)
        addPeople(to: &line)
        addFindings(of: subject, to: &line)
        return line
    }

    private func classJSON(_ label: Int) -> JSONLine {
        var line = JSONLine()
        line.add("label", labels[label])
        line.add("support", float.classification.support(label))
        for (name, side) in [("float", float), ("q15", q15)] {
            line.add("precision_\(name)", side.classification.precision(label) ?? .nan, digits: 9)
            line.add("recall_\(name)", side.classification.recall(label) ?? .nan, digits: 9)
            line.add("f1_\(name)", side.classification.f1(label) ?? .nan, digits: 9)
            line.add("event_hits_\(name)", side.events.labels[label].hits)
            line.add("event_misses_\(name)", side.events.labels[label].misses)
            line.add("false_events_\(name)", side.events.labels[label].falseEvents)
        }
        return line
    }

    private var histogramJSON: JSONLine {
        var line = JSONLine()
        line.add("from", DifferenceHistogram.edges, digits: 9)
        line.add("count", parity.histogram.counts)
        return line
    }

    func worstJSON(_ window: WorstWindow) -> JSONLine {
        var line = JSONLine()
        line.add("session", window.session)
        line.add("end_sample", window.endSample)
        line.add("seconds", window.seconds)
        line.add("truth", labels[window.truth])
        line.add("difference", window.difference, digits: 9)
        line.add("probabilities_float", window.float, digits: 9)
        line.add("probabilities_q15", window.q15, digits: 9)
        return line
    }

    private var leftOutJSON: JSONLine {
        var samples = JSONLine()
        for (label, count) in coverage.unscoredSamples.sorted(by: { $0.key < $1.key }) { samples.add(label, count) }
        var line = JSONLine()
        line.add("windows_not_scored", coverage.unscoredWindows)
        line.add("samples_by_label", samples)
        return line
    }
}

extension Reliability {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("count", bins.map(\.windows))
        line.add("confidence", bins.map { $0.confidence ?? .nan })
        line.add("accuracy", bins.map { $0.accuracy ?? .nan })
        return line
    }
}

extension EventScores {
    fileprivate var detectionJSON: JSONLine {
        var line = JSONLine()
        line.add("median_s", medianDetectionSeconds ?? .nan)
        line.add("p90_s", p90DetectionSeconds ?? .nan)
        line.add("hits", hits)
        line.add("misses", misses)
        return line
    }
}

extension LayerNoise {
    /// One object per place; an infinite ratio is null, and `noise_free` says so.
    public var json: [JSONLine] {
        places.map { place in
            var line = JSONLine()
            line.add("layer", place.name)
            line.add("signal_to_noise_db", place.decibels ?? .nan, digits: 2)
            line.add("noise_free", place.decibels == .infinity)
            line.add("values", place.values)
            if let saturated = place.saturated { line.add("saturated", saturated) }
            return line
        }
    }
}
