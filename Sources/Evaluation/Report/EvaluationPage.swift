import Presentation

/// An evaluation as one self-contained HTML page.
///
/// The same result gives the same bytes.
public struct EvaluationPage {
    let result: EvaluationResult
    let subject: ReportSubject

    public init(_ result: EvaluationResult, of subject: ReportSubject) {
        self.result = result
        self.subject = subject
    }

    /// UTF-8 text that is well-formed XML, too.
    public var html: String {
        let network = "<b>\(Markup.escaped(subject.modelName))</b>"
        return Page.html(
            title: "\(subject.modelName): float and Q15", topic: "float against fixed point", headline: result.verdict,
            what: "\(network) on \(Markup.escaped(subject.recordingNames)): \(Markup.escaped(result.extent)).",
            body: tiles + confusion + labels + events + differences + noise + worst + reliability + cost + notes + footer)
    }

    private var tiles: String {
        let (float, q15) = (result.float, result.q15)
        let items: [(String, String, String)] = [
            ("Accuracy", Numbers.percent(q15.classification.accuracy), "float \(Numbers.percent(float.classification.accuracy))"),
            ("Macro F1", Numbers.percent(q15.classification.macroF1), "float \(Numbers.percent(float.classification.macroF1))"),
            ("Same answer", Numbers.percent(result.parity.agreement), "of \(Numbers.count(result.parity.windows, "window"))"),
            ("Largest |Δp|", Numbers.difference(result.parity.largest), "99 % within \(Numbers.difference(result.parity.p99))"),
            (
                "False events", Numbers.decimal(q15.events.falseEventsPerMinute, 2, unit: "/ min"),
                "float \(Numbers.decimal(float.events.falseEventsPerMinute, 2, unit: "/ min"))"
            ),
            (
                "Time to detection", Numbers.decimal(q15.events.medianDetectionSeconds, 2, unit: "s"),
                "median; float \(Numbers.decimal(float.events.medianDetectionSeconds, 2, unit: "s"))"
            ),
            ("Network", Numbers.bytes(q15.cost.bytes), "float32 \(Numbers.bytes(float.cost.bytes))"),
            (
                "Time per window", Numbers.time(nanoseconds: q15.cost.nanosecondsPerWindow),
                "float64 oracle \(Numbers.time(nanoseconds: float.cost.nanosecondsPerWindow))"
            ),
        ]
        return Markup.tiles(items)
    }

    private var confusion: String {
        let sides = [("Float", result.float), ("Q15", result.q15)]
        return Markup.section(
            "What was taken for what",
            "Each row holds the windows of one true label, \(Numbers.count(result.coverage.scoredWindows)) in all, so that its percentages add "
                + "up to 100; what stands off the diagonal is wrong.",
            Markup.figures(
                sides.map { name, side in
                    let accuracy = Numbers.percent(side.classification.accuracy)
                    let figure = ConfusionFigure(labels: result.labels, shown: result.occurringLabels, scores: side.classification)
                    return ("\(name): \(accuracy) correct", figure.svg(title: "Confusion matrix, \(name): \(accuracy) correct"))
                }))
    }

    private var differences: String {
        Markup.section(
            "How far the probabilities are apart",
            "Every label's probability in every window, float against Q15: the height of a bar is the logarithm of the number above it.",
            "<div class=\"figures wide\"><figure>\(DifferenceFigure(parity: result.parity).svg)</figure></div>")
    }

    private var reliability: String {
        let sides = [("Float", "float", result.float), ("Q15", "q15", result.q15)]
        return Markup.section(
            "Whether a probability means what it says",
            "Of the answers given with 80 % confidence, 80 % should be correct: bars on the dashed line; red is the gap, and its mean, weighted "
                + "by windows, is the expected calibration error.",
            Markup.figures(
                sides.map { name, style, side in
                    let error = Numbers.percent(side.reliability.expectedCalibrationError)
                    let figure = ReliabilityFigure(reliability: side.reliability, style: style)
                    return ("\(name): calibration error \(error)", figure.svg(title: "Reliability diagram, \(name)"))
                }))
    }
}
