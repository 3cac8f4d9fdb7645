public import Evaluation
import Formatting

/// An evaluation as one self-contained HTML page.
///
/// A result gives the same bytes each time. What grows with the recordings is bounded: people, sessions and windows are shown so
/// far as somebody looks at them, the worst of them.
public struct EvaluationPage {
    let result: EvaluationResult
    let subject: ReportSubject

    public init(_ result: EvaluationResult, of subject: ReportSubject) {
        self.result = result
        self.subject = subject
    }

    public init(_ report: EvaluationReport) {
        self.init(report.result, of: report.subject)
    }

    /// UTF-8 text that is well-formed XML, too.
    public var html: String {
        Page.html(
            title: "\(subject.modelName): float and Q15", topic: "float against fixed point", headline: result.verdict, what: what,
            body: body + footer)
    }

    /// What it is about, as markup.
    var what: String {
        let extent = Markup.escaped(result.extent)
        let cautions = subject.cautions(of: result.people.count).map { "<b>\(Markup.escaped($0))</b> " }.joined()
        return "\(cautions)<b>\(Markup.escaped(subject.modelName))</b> on \(Markup.escaped(subject.recordingNames)): \(extent)."
    }

    /// All sections, without the footer. Of background alone there is only what can be said of it.
    var body: String {
        let gestures = result.coverage.sessions > 0
        let judged = gestures ? confusion + labels + people + events : ""
        let looked = gestures ? timelines + errors + worst + reliability + differences + noise : ""
        return tiles + judged + curve + background + looked + layers + cost + provenance + notes
    }

    private var tiles: String {
        let (float, q15) = (result.float, result.q15)
        let found = q15.events.events > 0 ? Numbers.percent(Double(q15.events.hits) / Double(q15.events.events)) : "–"
        let interval = EvaluationWords.shares(result.foundInterval)
        var items: [(String, String, String)] = []
        if result.coverage.sessions > 0 {
            items = [
                (
                    "Accuracy", Numbers.percent(q15.classification.accuracy),
                    "float \(Numbers.percent(float.classification.accuracy))"
                ),
                ("Macro F1", Numbers.percent(q15.classification.macroF1), "float \(Numbers.percent(float.classification.macroF1))"),
                ("Same answer", Numbers.percent(result.parity.agreement), "of \(Numbers.count(result.parity.windows, "window"))"),
                ("Largest |Δp|", Numbers.difference(result.parity.largest), "99 % within \(Numbers.difference(result.parity.p99))"),
                ("Events found", found, interval == "–" ? "of \(Numbers.count(q15.events.events))" : "95 %: \(interval)"),
                (
                    "False events", EvaluationWords.rate(q15.events.falseEventsPerHour) + " / h",
                    "95 %: \(EvaluationWords.rates(q15.events.falseEventsPerHourInterval))"
                ),
                (
                    "Time to detection", Numbers.decimal(q15.events.medianDetectionSeconds, 2, unit: "s"),
                    "90 % within \(Numbers.decimal(q15.events.p90DetectionSeconds, 2, unit: "s"))"
                ),
            ]
        }
        if let background = result.background {
            if items.isEmpty {
                let people = Numbers.count(background.people.count, "person", "people")
                items.append(("Background", Numbers.duration(background.seconds), people))
                items.append(("False events", Numbers.count(background.allEvents), "of all labels"))
            }
            items.append(
                (
                    "False in background", EvaluationWords.rate(background.eventsPerHour) + " / h",
                    "95 %: \(EvaluationWords.rates(background.eventsPerHourInterval))"
                ))
        }
        // Rows of four.
        if items.count % 4 != 0 {
            items.append(("Network", Numbers.bytes(q15.cost.bytes), "float32 \(Numbers.bytes(float.cost.bytes))"))
        }
        return Markup.tiles(items)
    }

    private var confusion: String {
        let (float, q15) = (result.float.classification, result.q15.classification)
        let shown = result.occurringLabels
        let moved = zip(float.confusion.joined(), q15.confusion.joined()).reduce(0) { $0 + ($1.0 - $1.1).magnitude } / 2
        let accuracy = Numbers.percent(q15.accuracy)
        let matrix = ConfusionFigure(labels: result.labels, shown: shown, scores: q15, float: nil)
        let difference = ConfusionFigure(labels: result.labels, shown: shown, scores: q15, float: float)
        return Markup.section(
            "What was taken for what",
            "The first: each row holds the windows of one true label, \(Numbers.count(result.coverage.scoredWindows)) in all, so that its "
                + "percentages add up to 100; what stands off the diagonal is wrong. The second: how many windows more or fewer Q15 has in each "
                + "place than float; red is for the worse.",
            Markup.figures([
                ("Q15: \(accuracy) correct", matrix.svg(title: "Confusion matrix, Q15: \(accuracy) correct")),
                (
                    moved == 0 ? "Q15 − float: no window moved" : "Q15 − float: \(Numbers.count(Int(moved), "window")) moved",
                    difference.svg(title: "Differences of the confusion matrices, Q15 − float")
                ),
            ]))
    }

    private var differences: String {
        Markup.section(
            "How far the probabilities are apart",
            "Every label's probability in every window, float against Q15: the height of a bar is the logarithm of the number above it.",
            "<div class=\"figures\"><figure>\(DifferenceFigure(parity: result.parity).svg)</figure></div>")
    }

    private var reliability: String {
        let (float, q15) = (result.float.reliability, result.q15.reliability)
        let words =
            "calibration error: Q15 \(Numbers.percent(q15.expectedCalibrationError)), float "
            + Numbers.percent(float.expectedCalibrationError)
            + "; by chance, if every probability were right, \(EvaluationWords.byChance(q15)) in so many windows"
        return Markup.section(
            "Whether a probability means what it says",
            "80 % of the answers given with 80 % confidence should be correct: the curve on the dashed line; red is the gap, and its mean, "
                + "weighted by windows, is the expected calibration error.",
            Markup.figures([(words, ReliabilityFigure(reliability: q15, float: float).svg(title: "Reliability diagram"))]))
    }

    var footer: String {
        """
        <footer>Every session starts from zero state and streams through both networks as overlapping windows. A window's true label is that
        of most of its samples; every share is of the \(Numbers.count(result.coverage.scoredWindows)) windows that have one. Macro F1 is the mean
        over labels that occur. Intervals are of 95 %: of rates by Garwood (1936), of shares by drawing people with replacement. The calibration
        error has \(result.q15.reliability.bins.count) bins of equal width (Guo et al., 2017).</footer>
        """
    }
}
