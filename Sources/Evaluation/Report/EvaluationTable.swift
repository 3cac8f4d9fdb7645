import Presentation

/// An evaluation as plain text for a terminal or a pipe, at most 100 columns wide.
public struct EvaluationTable {
    private let result: EvaluationResult
    private let subject: ReportSubject
    /// Columns of a terminal.
    private static let width = 100
    private static let longestLabel = 20

    public init(_ result: EvaluationResult, of subject: ReportSubject) {
        self.result = result
        self.subject = subject
    }

    /// Without a line feed at the end.
    public var text: String {
        var sections: [[String]] = [
            ["\(printable(subject.modelName)) on \(printable(subject.recordingNames)):", "  " + result.extent, "", result.verdict],
            summary.lines, classes.lines, confusion, LayerNoiseTable(result.noise).lines,
            result.sources.map { ErrorSourcesTable($0).lines } ?? [],
        ]
        let notes = result.warnings + subject.notes
        if !notes.isEmpty { sections.append(notes.map { "note: \(printable($0))" }) }
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var summary: TextTable {
        let (float, q15) = (result.float, result.q15)
        var table = TextTable()
        table.add(["of \(Numbers.count(result.coverage.scoredWindows, "window"))", "float", "Q15", "difference"])
        func share(_ name: String, _ value: (EvaluationResult.Arithmetic) -> Double?) {
            table.add([
                name, Numbers.percent(value(float)), Numbers.percent(value(q15)),
                Numbers.points(from: value(float), to: value(q15)),
            ])
        }
        func seconds(_ name: String, _ value: (EventScores) -> Double?) {
            let (a, b) = (value(float.events), value(q15.events))
            let difference = a.flatMap { a in b.map { Numbers.signed($0 - a, decimals: 2) + " s" } } ?? "–"
            table.add([name, Numbers.decimal(a, 2, unit: "s"), Numbers.decimal(b, 2, unit: "s"), difference])
        }
        share("accuracy") { $0.classification.accuracy }
        share("macro F1") { $0.classification.macroF1 }
        share("expected calibration error") { $0.reliability.expectedCalibrationError }
        table.add([
            "events found", found(float.events), found(q15.events),
            Numbers.signed(Double(q15.events.hits - float.events.hits), decimals: 0),
        ])
        let (a, b) = (float.events.falseEventsPerMinute, q15.events.falseEventsPerMinute)
        table.add([
            "false events per minute, of \(result.labelledTime)", Numbers.decimal(a, 2), Numbers.decimal(b, 2),
            Numbers.signed((b ?? 0) - (a ?? 0), decimals: 2),
        ])
        seconds("time to detection, median", \.medianDetectionSeconds)
        seconds("time to detection, 90 % within", \.p90DetectionSeconds)
        table.add(["network", Numbers.bytes(float.cost.bytes), Numbers.bytes(q15.cost.bytes)])
        table.add(["working memory", Numbers.bytes(float.cost.workingBytes), Numbers.bytes(q15.cost.workingBytes)])
        if let (a, b) = bothTimes {
            table.add([
                "time per window (float: the float64 oracle)", Numbers.time(nanoseconds: a), Numbers.time(nanoseconds: b),
                Numbers.speedUp(from: a, to: b),
            ])
        }
        table.add(["same answer", "", Numbers.percent(result.parity.agreement)])
        table.add(["largest |Δp|", "", Numbers.difference(result.parity.largest)])
        table.add(["root mean square of Δp", "", Numbers.difference(result.parity.rootMeanSquare)])
        table.add(["99 % of |Δp| within", "", Numbers.difference(result.parity.p99)])
        return table
    }

    private var bothTimes: (Double, Double)? {
        guard let a = result.float.cost.nanosecondsPerWindow, let b = result.q15.cost.nanosecondsPerWindow else { return nil }
        return (a, b)
    }

    private func found(_ events: EventScores) -> String {
        "\(Numbers.count(events.hits)) of \(Numbers.count(events.hits + events.misses))"
    }

    private var classes: TextTable {
        var table = TextTable()
        table.add(["label (shares in %)", "windows", "precision", "Q15", "recall", "Q15", "F1", "Q15", "found", "Q15"])
        for label in result.occurringLabels {
            let (a, b) = (result.float.classification, result.q15.classification)
            let shares = [a.precision(label), b.precision(label), a.recall(label), b.recall(label), a.f1(label), b.f1(label)]
            let events = [result.float, result.q15].map { side in
                let tally = side.events.labels[label]
                return label == result.restLabel ? "–" : "\(tally.hits)/\(tally.hits + tally.misses)"
            }
            table.add(
                [name(label), Numbers.count(a.support(label))] + shares.map { Numbers.decimal($0.map { $0 * 100 }, 2) } + events)
        }
        return table
    }

    /// Both matrices in one where that fits, else one below the other, else a word about where they are.
    private var confusion: [String] {
        let (a, b) = (result.float.classification.confusion, result.q15.classification.confusion)
        let both = matrix("confusion, float/Q15") { a[$0][$1] == b[$0][$1] ? "\(a[$0][$1])" : "\(a[$0][$1])/\(b[$0][$1])" }
        let apart = matrix("confusion, float") { "\(a[$0][$1])" } + [""] + matrix("confusion, Q15") { "\(b[$0][$1])" }
        for lines in [both, apart] where lines.allSatisfy({ $0.count <= Self.width }) { return lines }
        return [
            "\(result.occurringLabels.count) labels make confusion matrices too wide for a terminal; --report and --json have them"
        ]
    }

    /// A row for each true label, a column for each given one.
    private func matrix(_ title: String, _ cell: (Int, Int) -> String) -> [String] {
        var table = TextTable()
        table.add([title] + result.occurringLabels.map { "[\($0 + 1)]" })
        for truth in result.occurringLabels {
            table.add(["true [\(truth + 1)] \(name(truth))"] + result.occurringLabels.map { cell(truth, $0) })
        }
        return table.lines
    }

    private func name(_ label: Int) -> String {
        let name = printable(result.labels[label])
        return name.count <= Self.longestLabel ? name : name.prefix(Self.longestLabel - 1) + "…"
    }
}
