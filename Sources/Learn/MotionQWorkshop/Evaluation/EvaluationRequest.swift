public import Evaluation
public import EvaluationReports
public import Formatting
public import Models
public import MotionCore
import Quantization
import Recordings

/// Compares a model's Q15 network with its float network and with the truth, on labelled recordings and on background.
///
///     var evaluation = try EvaluationRequest(model, named: "gestures.safetensors")
///     evaluation.data = LabelledMotion(paths: ["strangers.csv"])
///     let report = try evaluation.run()
public struct EvaluationRequest {
    /// Labelled recordings; nil: none.
    public var data: LabelledMotion?
    /// Motion in which nothing should happen, every event in which is false; nil: none.
    public var background: RecordingSource?
    /// How probabilities become events.
    public var decision: DecisionParameters
    /// How many times over the recordings are evaluated, 1 … 1,000,000.
    public var times = 1
    /// Who words the report's remedies.
    public var wording: any Wording = PlainWording()
    private let model: Model
    private let name: String
    private let pair: NetworkPair

    /// - Parameters:
    ///   - model: holds the float and the Q15 network.
    ///   - name: what it is called in errors and on the report, such as its path.
    /// - Throws: `RequestError` without a float network, `ModelFileError` without a Q15 network, `ConversionError` if the two do
    ///   not fit.
    public init(_ model: Model, named name: String) throws {
        guard let float = model.floatModel else {
            throw RequestError(.badData, "\(name) holds no float network, so there is nothing to compare its Q15 network with")
        }
        (self.model, self.name) = (model, name)
        pair = try NetworkPair(float, quantized: model.requireQuantized(in: name))
        decision = model.decision ?? DecisionParameters()
    }

    /// Streams recordings and background through both networks.
    ///
    /// - Parameter remark: hears of what the recordings lack.
    /// - Throws: `RequestError`, `RecordingError`, `DataSetError`, `NetworkError`.
    public func run(_ remark: (TuningRemark) -> Void = { _ in }) throws -> EvaluationReport {
        try RequestError.require(.repeat, times, in: 1...1_000_000)
        let evaluator = evaluator
        var subject = ReportSubject(model: name, recordings: [])
        subject.wording = wording
        subject.decision = decision.words(model.description.labels)
        subject.chips = ChipCost.all(of: model, network: pair.quantized, decision: decision)
        subject.layers = LayerFormat.all(of: pair.quantized, window: pair.description.window)
        var result: EvaluationResult?
        if let data {
            let stream = try data.stream(for: pair.description, called: name) { remark(.noRate(model: name)) }
            for warning in stream.warnings { remark(.recordings("\(warning)")) }
            // What somebody turned sits otherwise.
            var survey = data.turning == nil ? MotionSurvey(model) : nil
            var passed = 0
            result = try evaluator.evaluate(stream, times: times) { session in
                passed += 1
                // A second time over would say the same.
                if passed <= stream.sessionCount {
                    survey?.add(session, of: session.subject ?? "recordings that name nobody")
                }
            }
            let findings = survey?.findings ?? []
            for finding in findings { remark(.recordings(finding)) }
            var leftOut = stream.leftOut
            leftOut.unlabelledWindows = 0  // streamed here, not left out; the result itself says that they are not scored
            subject.recordings = stream.pathsWithWindows
            subject.notes = LabelledMotion.withoutWindows(stream) + leftOut.sentences + findings.map { "\($0)" }
            if data.turning != nil { subject.notes.append("every session was turned by a random rotation of its own") }
        }
        if let background {
            if pair.description.strokes != nil { _ = try model.requireStreamed(in: name) }
            let found = try evaluate(background, evaluator, result)
            (result, subject.background) = (found.result, found.paths)
        }
        let learned = Set(model.learnedSubjects)
        subject.learnedFrom = result?.people.map(\.name).filter(learned.contains) ?? []
        guard let result else { throw RequestError(.usage, "there is nothing to evaluate: neither recordings nor background") }
        return EvaluationReport(result, of: subject)
    }

    /// Reads the labelled recordings once more, for those who want to look at what is behind a figure.
    ///
    /// - Returns: the session of a number (`ConfusedStretch.number`); it returns nil where the recordings do not hold it any more,
    ///   and throws what is wrong with them. Nil without labelled recordings.
    public func sessions() throws -> ((Int) throws -> EvaluatedMotion?)? {
        guard let data else { return nil }
        let stream = try data.stream(for: pair.description, called: name)
        return { [evaluator] in try evaluator.motion($0, in: stream) }
    }

    /// What the network is for.
    public var description: ModelDescription { pair.description }

    private var evaluator: Evaluator { Evaluator(pair, decision: decision) }

    /// - Returns: the result with the background, and the files that had windows.
    private func evaluate(
        _ background: RecordingSource, _ evaluator: Evaluator, _ result: EvaluationResult?
    ) throws -> (result: EvaluationResult, paths: [String]) {
        let window = pair.description.strokes == nil ? pair.description.window : 1
        var (paths, longest): ([String], Int) = ([], 0)
        let found = try evaluator.evaluate(
            background: { body in
                try background.reading(.read(by: pair.description.inputs)).forEachStretch(
                    at: pair.description.rate, derives: pair.description.inputs.derives
                ) {
                    path, session in
                    longest = max(longest, session.count)
                    guard session.count >= window else { return }
                    if paths.last != path { paths.append(path) }
                    body(session)
                }
            }, addingTo: result)
        guard !paths.isEmpty else {
            throw RequestError(
                .badData,
                "the background's longest stretch without a gap has \(longest) samples, a window of \(printable(name)) \(window)")
        }
        return (found, paths)
    }
}
