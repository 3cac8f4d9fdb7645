import Evaluation
import Formatting
import MotionCore
import Quantization

extension EvaluationPage {
    /// More would not be looked at.
    private static let mostPeople = 40
    private static let mostFiles = 40

    private func name(_ label: Int) -> String { result.labels[label] + (label == result.restLabel ? " (rest)" : "") }

    var labels: String {
        let (float, q15) = (result.float, result.q15)
        func percentage(_ share: Double?) -> String { Numbers.percentage(share, decimals: 2) }
        let hasPeople = result.people.count > 1
        let rows = result.occurringLabels.map { label in
            let events = q15.events.labels[label]
            let spread = EvaluationWords.spread(result.spread { $0.classification.recall(label) })
            return [
                name(label), Numbers.count(q15.classification.support(label)), percentage(q15.classification.precision(label)),
                percentage(q15.classification.recall(label)),
            ] + (hasPeople ? [spread] : []) + [
                percentage(q15.classification.f1(label)),
                Numbers.points(from: float.classification.f1(label), to: q15.classification.f1(label)),
                label == result.restLabel ? "–" : "\(events.hits) of \(events.hits + events.misses)",
                label == result.restLabel ? "–" : Numbers.count(events.falseEvents),
            ]
        }
        return Markup.section(
            "Label by label",
            "Q15, in per cent. Precision: how much of what was given this label has it; recall: how much of what has it was given it"
                + (hasPeople ? ", and how that differs between people (mean ± standard deviation, least – most)" : "")
                + "; F1: their harmonic mean, and what fixed point changed of it.",
            Markup.table(
                head: ["label", "windows", "precision", "recall"] + (hasPeople ? ["of people"] : [])
                    + ["F1", "Q15 − float", "found", "false"], rows: rows))
    }

    var people: String {
        guard result.people.count > 1 else { return "" }
        let table = PeopleTable(result, most: Self.mostPeople)
        return Markup.section(
            "Person by person",
            "Q15. The next person will differ from the mean about as much as these do from each other.",
            Markup.table(head: table.head, rows: table.rows + table.spread) + Markup.paragraphs(table.note))
    }

    var events: String {
        let (a, b) = (result.float.events, result.q15.events)
        func row(_ name: String, _ value: (EventScores) -> String) -> [String] { [name, value(a), value(b)] }
        func interval(_ words: String) -> [String] { ["with 95 %", "", words] }
        let people = result.people.count > 1 ? [interval(EvaluationWords.shares(result.foundInterval))] : []
        let all =
            [row("found", EvaluationWords.found)] + people
            + [
                row("half of them within") { Numbers.decimal($0.medianDetectionSeconds, 2, unit: "s") },
                row("90 % of them within") { Numbers.decimal($0.p90DetectionSeconds, 2, unit: "s") },
                row("false, in \(result.labelledTime)") { Numbers.count($0.falseEvents) },
                row("taken for another") { events in Numbers.count(events.labels.reduce(0) { $0 + $1.mistaken }) },
                row("false ones an hour") { EvaluationWords.rate($0.falseEventsPerHour) },
                interval(EvaluationWords.rates(b.falseEventsPerHourInterval)),
            ]
        return Markup.section(
            "As events, the way a program hears them",
            "\(("As \(.run) decides" as Sentence).worded(by: subject.wording))\(subject.decision.isEmpty ? "" : ": a label is entered \(subject.decision)"). Found means entered while it "
                + "lasted or at most one window later, and the time runs from its beginning.",
            "<div class=\"figures plain\">\(Markup.table(head: ["all labels", "float", "Q15"], rows: all))</div>")
    }

    var curve: String {
        guard let curve = result.curve else { return "" }
        let (head, rows) = curve.table
        // Bold in place of the words in the last column.
        let bold = curve.shown.map { $0 == curve.chosen ? Array(0..<head.count) : [] }
        let table = Markup.table(head: head.dropLast(), rows: rows.map { $0.dropLast() }, best: bold)
        let series = CurveFigure.Series(curve, name: "", found: result.foundInterval)
        let figure = series.map { CurveFigure(series: [$0]).svg(title: "Events found against false events an hour") }
        let place = curve.hasBackground ? "an hour of background" : "an hour of the labelled recordings"
        let drawing = figure.map { Markup.figure("Found against false events, \(place)", $0) } ?? ""
        let about: Sentence =
            "The same windows, decided about with other values of \(curve.parameter), from lax to strict; bold is what was evaluated. "
            + "\(.tune) chooses by itself."
        return Markup.section(
            "What another decision would bring",
            about.worded(by: subject.wording),
            "<div class=\"figures beside\">\(drawing)\(table)</div>")
    }

    var background: String {
        guard let background = result.background else { return "" }
        let table = BackgroundTable(result)
        return Markup.section(
            "Where nothing should happen",
            "\(background.verdict) Of \(subject.backgroundNames): \(background.extent). Whatever its labels say, every event in it is false.",
            Markup.table(head: table.head, rows: table.rows) + Markup.paragraphs(table.spread))
    }

    var timelines: String {
        guard !result.timelines.isEmpty else { return "" }
        let palette = LabelPalette(result)
        let cards = result.timelines.map { line in
            let place =
                "\(line.person == line.session ? "" : "\(line.person), ")\(Numbers.duration(line.seconds)), \(Numbers.count(line.wrong)) of "
                + "\(Numbers.count(line.windows, "window")) wrong"
            return (line.session, place, TimelineFigure(timeline: line, labels: result.labels, palette: palette).svg)
        }
        return Markup.section(
            "In time",
            "The sessions with most wrong windows. Where a column stands for several windows, it shows a wrong one if there is any; what Q15 "
                + "has wrong is underlined in red. Full events are true, those in red false, and dashed ones were missed.",
            palette.legend + Markup.cards(cards, isWide: true))
    }

    var errors: String {
        guard !result.wrong.isEmpty else { return "" }
        let cards = result.wrong.map { error in
            let place =
                "ends at \(Numbers.decimal(error.window.seconds, 2, unit: "s")), truly \(result.labels[error.window.truth]), which is "
                + "\(Numbers.decimal(error.margin * 100, 1)) points less probable"
            return (error.window.session, place, WorstWindowFigure(window: error.window, labels: result.labels).svg)
        }
        return Markup.section(
            "The windows that are most surely wrong",
            "A wrong label in the recording, or motion that the network does not know? What the sensor felt, and what both arithmetics made "
                + "of it; the true label is bold.",
            Self.bothArithmetics + Markup.cards(cards))
    }

    private static let bothArithmetics =
        "<p class=\"legend\"><span><i class=\"key float\"></i>float</span><span><i class=\"key q15\"></i>Q15</span></p>"

    var worst: String {
        guard !result.parity.worst.isEmpty else { return "" }
        let cards = result.parity.worst.map { window in
            let place =
                "ends at \(Numbers.decimal(window.seconds, 2, unit: "s")), truly \(result.labels[window.truth]), differs by "
                + Numbers.difference(window.difference)
            return (window.session, place, WorstWindowFigure(window: window, labels: result.labels).svg)
        }
        return Markup.section(
            "The windows that differ most", "Float and Q15 are furthest apart in these; the true label is bold.",
            Self.bothArithmetics + Markup.cards(cards))
    }

    var noise: String {
        guard result.noise.windows > 0 else { return "" }
        let clipped = ClippingVerdict(result.noise)
        return Markup.section(
            "Where fixed point costs",
            "Signal to quantization noise on the way through the network, 6 dB a bit, on \(Numbers.count(result.noise.windows, "window")), the "
                + "same share of each session; clipped are values that did not fit 16 bits. \(clipped.sentence)",
            "<div class=\"figures\"><figure>\(NoiseFigure(noise: result.noise, clipping: clipped).svg)</figure>\(sources)</div>"
                + (clipped.notes.isEmpty ? "" : Markup.notes(clipped.notes.map { $0.worded(by: subject.wording) })))
    }

    private var sources: String {
        guard let sources = result.sources, sources.windows > 0 else { return "" }
        let table = ErrorSourcesTable(sources)
        return "<figure>\(Markup.table(head: table.head, rows: table.rows))</figure>"
    }

    var layers: String {
        guard !subject.layers.isEmpty else { return "" }
        let rows = subject.layers.map {
            [$0.name, $0.shape, $0.input, $0.steps.joined(separator: ", "), $0.sums, $0.output, Numbers.bytes($0.bytes)]
        }
        return Markup.section(
            "Layer by layer",
            "What one step of the numbers is worth: powers of two, chosen for each block of 16 rows. Qm.n has m bits before the point and n "
                + "after it.",
            Markup.table(head: ["layer", "shape", "reads", "weights", "sums", "hands on", "bytes"], rows: rows))
    }

    var cost: String {
        let (a, b) = (result.float.cost, result.q15.cost)
        var rows = [
            ["network: weights, biases, tables", Numbers.bytes(a.bytes), Numbers.bytes(b.bytes)],
            ["working memory: states and buffers", Numbers.bytes(a.workingBytes), Numbers.bytes(b.workingBytes)],
        ]
        if let time = b.nanosecondsPerWindow { rows.append(["time per window, here", "", Numbers.time(nanoseconds: time)]) }
        return Markup.section(
            "What it takes",
            "On a chip: instructions of the inner loops with all windows in flight, counted or modelled, never measured on a board. Flash: "
                + "the network and the C engine; RAM: windows and decisions.",
            chips + Markup.table(head: ["on the machine that made this page", "float32", "Q15"], rows: rows))
    }

    private var chips: String {
        guard !subject.chips.isEmpty else { return "" }
        let rows = subject.chips.map { chip in
            [
                chip.chip, chip.instructionsPerWindow.map { Numbers.count(Int(saturating: $0.rounded())) } ?? "–",
                Numbers.decimal(chip.instructionsPerSecond.map { $0 / 1e6 }, 2),
                "\(Numbers.bytes(chip.networkBytes)) + \(Numbers.bytes(chip.engineBytes))",
                "\(Numbers.bytes(chip.windowBytes)) + \(Numbers.bytes(chip.decisionBytes))",
            ]
        }
        return Markup.table(head: ["chip", "instructions a window", "million a second", "flash", "RAM"], rows: rows)
            + Markup.notes(subject.chips.map { "\($0.chip): \($0.basis)" })
    }

    var provenance: String {
        func files(_ names: [String]) -> String {
            let shown = names.prefix(Self.mostFiles).joined(separator: ", ")
            return names.count > Self.mostFiles ? "\(shown) and \(Numbers.count(names.count - Self.mostFiles)) more" : shown
        }
        var notes = ["model: \(subject.model)"]
        if !subject.decision.isEmpty { notes.append("decides \(subject.decision)") }
        if !subject.recordings.isEmpty { notes.append("recordings: \(files(subject.recordings))") }
        if !result.people.isEmpty { notes.append("people: \(files(result.people.map(\.name)))") }
        if !subject.background.isEmpty { notes.append("background: \(files(subject.background))") }
        return Markup.section(
            "What was evaluated", "Only what windows came from is named.", Markup.notes(notes))
    }

    var notes: String {
        let notes = result.warnings + subject.notes
        guard !notes.isEmpty else { return "" }
        return Markup.section(
            "What is not counted", "No figure above is of this; what could stream through both networks did.",
            Markup.notes(notes))
    }
}
