import Evaluation
import Formatting
import Models
import MotionCore
import Quantization
import Recordings

/// A model that `evaluate` looks at.
struct EvaluatedModel {
    private let path: String
    private let file: Model
    private let pair: NetworkPair
    private let decision: DecisionParameters

    init(readingFileAt path: String, _ choice: DecisionChoice) throws {
        self.path = path
        file = try Model(readingFileAt: path)
        guard let float = file.floatModel else {
            throw Refusal(.badData, "\(path) holds no float network, so there is nothing to compare its Q15 network with")
        }
        pair = try NetworkPair(float, quantized: file.requireQuantized(in: path))
        decision = choice.parameters(over: file.decision)
    }

    /// What recordings say of it, taken so many times over; those of background as well, if there are any.
    func evaluation(
        of labelled: LabelledRecordings, turned turning: SessionTurning?, times: Int, background: [String]
    ) throws -> EvaluationReport {
        let evaluator = Evaluator(pair, decision: decision)
        var subject = ReportSubject(model: path, recordings: [])
        subject.decision = decision.words(file.description.labels)
        subject.chips = ChipCost.all(of: file, network: pair.quantized, decision: decision)
        subject.layers = LayerFormat.all(of: pair.quantized, window: pair.description.window)
        var result: EvaluationResult?
        if !labelled.data.isEmpty {
            let data = try labelled.dataSet(
                recordingFiles(at: labelled.data.paths), turned: turning, for: pair.description, path)
            for warning in data.warnings { Output.note("motionq: \(warning)") }
            result = try evaluator.evaluate(data, times: times)
            var leftOut = data.leftOut
            leftOut.unlabelledWindows = 0  // streamed here, not left out; the result itself says that they are not scored
            subject.recordings = data.pathsWithWindows
            subject.notes = labelled.withoutWindows(data) + leftOut.sentences
            if turning != nil { subject.notes.append("every session was turned by a random rotation of its own") }
        }
        if !background.isEmpty {
            if pair.description.strokes != nil { _ = try file.requireStreamed(in: path) }
            let found = try self.background(recordingFiles(at: background), labelled.reader, evaluator, result)
            (result, subject.background) = (found.result, found.paths)
        }
        guard let result else { throw Refusal(.usage, "--data needs a recording or a folder, or --background does") }
        return EvaluationReport(result, of: subject)
    }

    /// - Returns: the result with the background, and the files that had windows.
    private func background(
        _ files: [String], _ reader: RecordingReader, _ evaluator: Evaluator, _ result: EvaluationResult?
    ) throws -> (result: EvaluationResult, paths: [String]) {
        let window = pair.description.strokes == nil ? pair.description.window : 1
        var (paths, longest): ([String], Int) = ([], 0)
        let found = try evaluator.evaluate(
            background: { body in
                try reader.forEachEvenStretch(
                    of: files, at: pair.description.rate, derives: pair.description.inputs.derives
                ) { path, session in
                    longest = max(longest, session.count)
                    guard session.count >= window else { return }
                    if paths.last != path { paths.append(path) }
                    body(session)
                }
            }, addingTo: result)
        guard !paths.isEmpty else {
            throw Refusal(
                .badData,
                "the background's longest stretch without a gap has \(longest) samples, a window of \(printable(path)) \(window)")
        }
        return (found, paths)
    }
}
