public import Evaluation
import Formatting

/// An evaluation as plain text for a terminal or a pipe, at most 100 columns wide.
public struct EvaluationTable {
    private let result: EvaluationResult
    private let subject: ReportSubject
    /// Columns of a terminal.
    private static let width = 100
    private static let longestLabel = 20
    private static let mostPeople = 30

    public init(_ result: EvaluationResult, of subject: ReportSubject) {
        self.result = result
        self.subject = subject
    }

    public init(_ report: EvaluationReport) {
        self.init(report.result, of: report.subject)
    }

    /// Without a line feed at the end.
    public var text: String {
        var sections: [[String]] = [
            ["\(printable(subject.modelName)) on \(printable(subject.recordingNames)):", "  " + result.extent, "", result.verdict]
        ]
        sections.insert(subject.cautions(of: result.people.count).map { printable($0) }, at: 0)
        if result.coverage.sessions > 0 { sections += [summary.lines, classes.lines, people, confusion] }
        sections += [curve, BackgroundTable(result).lines, LayerNoiseTable(result.noise).lines]
        sections += [result.sources.map { ErrorSourcesTable($0).lines } ?? []]
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
        let people = Numbers.count(result.people.count, "person", "people")
        func interval(_ words: String) {
            if words != "–" { table.add(["  with 95 %, of \(people)", "", words]) }
        }
        func seconds(_ name: String, _ value: (EventScores) -> Double?) {
            let (a, b) = (value(float.events), value(q15.events))
            let difference = a.flatMap { a in b.map { Numbers.signed($0 - a, decimals: 2) + " s" } } ?? "–"
            table.add([name, Numbers.decimal(a, 2, unit: "s"), Numbers.decimal(b, 2, unit: "s"), difference])
        }
        share("accuracy") { $0.classification.accuracy }
        interval(EvaluationWords.shares(result.accuracyInterval))
        share("macro F1") { $0.classification.macroF1 }
        share("expected calibration error") { $0.reliability.expectedCalibrationError }
        let byChance = [float, q15].map { EvaluationWords.byChance($0.reliability) }
        table.add(["  by chance in so many windows"] + byChance)
        table.add([
            "events found", found(float.events), found(q15.events),
            Numbers.signed(Double(q15.events.hits - float.events.hits), decimals: 0),
        ])
        interval(EvaluationWords.shares(result.foundInterval))
        let (a, b) = (float.events.falseEventsPerHour, q15.events.falseEventsPerHour)
        table.add([
            "false events per hour, of \(result.labelledTime)", EvaluationWords.rate(a), EvaluationWords.rate(b),
            Numbers.signed((b ?? 0) - (a ?? 0), decimals: 2),
        ])
        table.add(["  with 95 %", "", EvaluationWords.rates(q15.events.falseEventsPerHourInterval)])
        seconds("time to detection, median", \.medianDetectionSeconds)
        seconds("time to detection, 90 % within", \.p90DetectionSeconds)
        table.add(["network", Numbers.bytes(float.cost.bytes), Numbers.bytes(q15.cost.bytes)])
        table.add(["working memory", Numbers.bytes(float.cost.workingBytes), Numbers.bytes(q15.cost.workingBytes)])
        if let time = q15.cost.nanosecondsPerWindow { table.add(["time per window", "", Numbers.time(nanoseconds: time)]) }
        table.add(["same answer", "", Numbers.percent(result.parity.agreement)])
        table.add(["largest |Δp|", "", Numbers.difference(result.parity.largest)])
        table.add(["root mean square of Δp", "", Numbers.difference(result.parity.rootMeanSquare)])
        table.add(["99 % of |Δp| within", "", Numbers.difference(result.parity.p99)])
        return table
    }

    private func found(_ events: EventScores) -> String { EvaluationWords.found(events) }

    /// Everybody in Q15, if there are two; of many those who are recognised worst.
    private var people: [String] {
        guard result.people.count > 1 else { return [] }
        var table = TextTable()
        let people = PeopleTable(result, most: Self.mostPeople)
        for row in [people.head] + people.rows + people.spread { table.add([Drawing.fitted(row[0], 24)] + row.dropFirst()) }
        return table.lines + people.note
    }

    /// What other decisions would bring, if there is anything to find or to be fooled by.
    private var curve: [String] {
        guard let curve = result.curve else { return [] }
        var table = TextTable()
        let (head, rows) = curve.table
        for row in [head] + rows { table.add(row) }
        return table.lines
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
        let note: Sentence =
            "\(result.occurringLabels.count) labels make confusion matrices too wide for a terminal; \(.report) and \(.json) have them"
        return [note.worded(by: subject.wording)]
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
