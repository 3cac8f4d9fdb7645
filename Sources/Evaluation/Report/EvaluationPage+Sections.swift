import ModelConversion
import Presentation

extension EvaluationPage {
    private var bothNames: (Int) -> String {
        { [result] label in result.labels[label] + (label == result.restLabel ? " (rest)" : "") }
    }

    var labels: String {
        let (a, b) = (result.float.classification, result.q15.classification)
        let rows = result.occurringLabels.map { label in
            let shares = [a.precision(label), b.precision(label), a.recall(label), b.recall(label), a.f1(label), b.f1(label)]
            return [bothNames(label), Numbers.count(a.support(label))] + shares.map { Numbers.decimal($0.map { $0 * 100 }, 2) }
        }
        return Markup.section(
            "Label by label",
            "Precision: how much of what was given this label has it; recall: how much of what has it was given it; F1: their harmonic mean.",
            Markup.table(
                groups: [("", 2), ("precision, %", 2), ("recall, %", 2), ("F1, %", 2)],
                head: ["label", "windows", "float", "Q15", "float", "Q15", "float", "Q15"], rows: rows))
    }

    var events: String {
        let (a, b) = (result.float.events, result.q15.events)
        func found(_ tally: EventScores.Tally) -> String { "\(tally.hits) of \(tally.hits + tally.misses)" }
        let rows = result.occurringLabels.filter { $0 != result.restLabel }.map { label in
            [
                result.labels[label], found(a.labels[label]), found(b.labels[label]),
                Numbers.count(a.labels[label].falseEvents), Numbers.count(b.labels[label].falseEvents),
            ]
        }
        func row(_ name: String, _ value: (EventScores) -> String) -> [String] { [name, value(a), value(b)] }
        let all = [
            row("found") { "\(Numbers.count($0.hits)) of \(Numbers.count($0.hits + $0.misses))" },
            row("half of them within") { Numbers.decimal($0.medianDetectionSeconds, 2, unit: "s") },
            row("90 % of them within") { Numbers.decimal($0.p90DetectionSeconds, 2, unit: "s") },
            row("false ones") { Numbers.count($0.falseEvents) },
            row("false ones per minute, of \(result.labelledTime)") { Numbers.decimal($0.falseEventsPerMinute, 2) },
        ]
        return Markup.section(
            "As events, the way a program hears them",
            "Smoothed and with hysteresis, as it happens live; found means entered while it lasted or at most one window later, and the time "
                + "runs from its beginning.",
            "<div class=\"figures plain\">" + Markup.table(head: ["all labels", "float", "Q15"], rows: all)
                + Markup.table(
                    groups: [("", 1), ("found", 2), ("false", 2)], head: ["label", "float", "Q15", "float", "Q15"], rows: rows)
                + "</div>")
    }

    var noise: String {
        guard result.noise.windows > 0 else { return "" }
        let all = result.coverage.windows
        let measured =
            result.noise.windows == all
            ? "all \(Numbers.count(all, "window")) that streamed through"
            : "\(Numbers.count(result.noise.windows)) of \(Numbers.count(all, "window")) that streamed through, the same share of each session"
        return Markup.section(
            "Where fixed point costs",
            "Signal to quantization noise on the way through the network, 6 dB a bit, on \(measured); clipped are values that did not fit "
                + "16 bits.",
            "<div class=\"figures wide\"><figure>\(NoiseFigure(noise: result.noise).svg)</figure></div>"
                + sources)
    }

    private var sources: String {
        guard let sources = result.sources, sources.windows > 0 else { return "" }
        let table = ErrorSourcesTable(sources)
        return "<div class=\"figures plain\">\(Markup.table(head: table.head, rows: table.rows))</div>"
    }

    var worst: String {
        guard !result.parity.worst.isEmpty else { return "" }
        let cards = result.parity.worst.map { window in
            let place =
                "ends at \(Numbers.decimal(window.seconds, 2, unit: "s")), truly \(result.labels[window.truth]), differs by "
                + Numbers.difference(window.difference)
            return (window.session, place, WorstWindowFigure(window: window, labels: result.labels).svg)
        }
        return Markup.section(
            "The windows that differ most",
            "What the sensor felt in them, and what both arithmetics made of it; the true label is bold.",
            "<p class=\"legend\"><span><i class=\"key float\"></i>float</span><span><i class=\"key q15\"></i>Q15</span></p>"
                + Markup.cards(cards))
    }

    var cost: String {
        let (a, b) = (result.float.cost, result.q15.cost)
        var rows = [
            ["network: weights, biases, tables", Numbers.bytes(a.bytes), Numbers.bytes(b.bytes), ratio(a.bytes, b.bytes)],
            [
                "working memory: states and buffers", Numbers.bytes(a.workingBytes), Numbers.bytes(b.workingBytes),
                ratio(a.workingBytes, b.workingBytes),
            ],
        ]
        if a.nanosecondsPerWindow != nil {
            rows.append([
                "time per window", Numbers.time(nanoseconds: a.nanosecondsPerWindow),
                Numbers.time(nanoseconds: b.nanosecondsPerWindow),
                Numbers.speedUp(from: a.nanosecondsPerWindow, to: b.nanosecondsPerWindow),
            ])
        }
        return Markup.section(
            "What it takes",
            "Float means 32-bit weights; its time is that of the float64 oracle, which is written to be read and not to be fast. Times were "
                + "measured on the machine that made this page.",
            Markup.table(head: ["", "float", "Q15", ""], rows: rows))
    }

    private func ratio(_ before: Int, _ after: Int) -> String {
        guard before > 0, after > 0 else { return "" }
        let (smaller, factor) =
            before >= after ? ("smaller", Double(before) / Double(after)) : ("larger", Double(after) / Double(before))
        return Numbers.decimal(factor, 2) + "× " + smaller
    }

    var notes: String {
        let notes = result.warnings + subject.notes
        guard !notes.isEmpty else { return "" }
        return Markup.section(
            "What is not counted", "No figure above is of this; what could stream through both networks did.",
            Markup.notes(notes))
    }

    var footer: String {
        """
        <footer>Every session starts from zero state and streams through both networks as overlapping windows. A window's true label is that
        of most of its samples. Macro F1 is the mean over labels that occur. The calibration error has \(result.q15.reliability.bins.count) bins
        of equal width (Guo et al., 2017).</footer>
        """
    }
}
