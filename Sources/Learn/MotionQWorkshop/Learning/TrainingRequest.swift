import Formatting
import Models
import MotionCore
public import Recordings
public import Training

/// Learns a network from labelled recordings, for as long as that pays, and says what it is worth on people kept out.
///
///     let model = try TrainingRequest(recordings: recordings).run().quantized().model
///
/// Recordings, settings and a seed give the same network each time, bit for bit, on the same machine.
public struct TrainingRequest: Sendable {
    /// What to learn from, and whom to keep out of it.
    public var data: TrainingRecordings
    /// Motion in which nothing should happen, learned as rest. Unless it is asked for, it is made up where there is a class that
    /// means
    /// rest, and the network is one of windows with a state.
    public var background = Background()
    /// The network's size and how it learns.
    public var settings = LearningSettings()
    /// How much windows are varied; a search finds out what serves.
    public var variation = SearchVariation.usual
    /// Whether one network is first learned without each person, and examined on that person.
    public var leavesOneSubjectOut = false
    /// Who made the model, as its file says.
    public var madeBy = "MotionQWorkshop"

    /// - Parameter data: what to learn from, and whom to keep out of it.
    public init(_ data: TrainingRecordings) { self.data = data }

    /// - Parameter recordings: recordings in memory, of everybody.
    public init(recordings: [Recording]) { self.init(TrainingRecordings(RecordingSource(recordings: recordings))) }

    /// - Parameter paths: files of recordings or folders of them, of everybody.
    public init(paths: [String]) { self.init(TrainingRecordings(RecordingSource(paths: paths))) }

    /// Refuses settings that no network can learn with, before anything is read; `run` does so as well.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        try data.check()
        try settings.check()
        try settings.check(isOfStrokes: data.strokeForms != nil)
    }

    /// Learns. What cannot be learned is refused before `progress` hears of `parts`.
    ///
    /// - Parameters:
    ///   - progress: hears how it goes on.
    ///   - isCancelled: asked before every batch; true ends the training with the best network so far.
    /// - Returns: the network in floating point.
    /// - Throws: `RequestError`, `RecordingError`, `DataSetError`, `TrainingError`; `CancellationError` if it was stopped before
    /// the
    ///   network had learned anything.
    public func run(
        _ progress: @escaping (TrainingProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) throws -> TrainedNetwork {
        try check()
        let learning = Learning(request: self, isCancelled: isCancelled, report: progress)
        var parts = try learning.parts()
        let policies = try settings.policies(parts)
        parts.rest = try restLabel(among: parts.training.classes)
        try parts.add(background, hasState: settings.hasState)
        try Trainer.check(
            parts.training, features: settings.features(of: parts.training),
            options: learning.options(policies[0], for: parts.training))
        progress(.parts(parts))
        if leavesOneSubjectOut { try learning.examineEachSubject(parts.training, policies[0]) }
        guard let best = try learning.network(of: parts, policies: policies), best.trainer.steps > 0 else {
            throw CancellationError()
        }
        return TrainedNetwork(request: self, parts: parts, best)
    }

    /// The label that is named, or the only one that looks like it.
    func restLabel(among classes: [String]) throws -> String? {
        if let rest = settings.rest {
            guard classes.contains(rest) else {
                throw RequestError(.badData, "\(.rest) names “\(rest)”, but the classes are \(classes.joined(separator: ", "))")
            }
            return rest
        }
        let alike = classes.filter { LabelRule.usualRestLabels.contains($0.lowercased()) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Reads the recordings with strokes in a form, and refuses a model that could not be read before anything is learned.
    ///
    /// - Parameter form: nil for windows every hop.
    func parts(_ form: StrokeForm?, remark: (TrainingRemark) -> Void) throws -> TrainingParts {
        var data = data
        if !settings.hasState { data.window = data.window ?? 1 }
        let parts = try data.parts(form, settings, remark: remark)
        try requireReadable(parts.training)
        return parts
    }

    private func requireReadable(_ data: DataSet) throws {
        let description = ModelDescription(
            labels: data.classes, restLabel: nil, schedule: WindowSchedule(length: data.options.window, hop: data.options.hop),
            statePolicy: .reset, rate: data.rate, inputs: settings.features(of: data).map { InputFeature(name: $0) })
        do throws(ModelFault) {
            try description.requireReadable()
        } catch {
            let sentence: Sentence = "no model can be made of these recordings: it \(error.problem)"
            let mend: Sentence =
                error.part == .labels
                ? "\(remedy: "rename it with \(.map, "from=to"), or name the classes with \(.labels)")" : ""
            throw RequestError(.badData, sentence + mend)
        }
    }
}
