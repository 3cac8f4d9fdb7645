public import Evaluation
import Formatting
public import Models
import MotionCore
import Recordings

/// Chooses how a model's probabilities become events, within a budget of false events an hour of background.
///
///     var tuning = TuningRequest(model: model, data: LabelledMotion(recordings: gestures))
///     tuning.background.source.recordings = [kitchen]
///     try tuning.run().model.write(toFileAt: "tuned.safetensors")
///
/// Recordings and background should be motion that the network has not learned from: it is too sure of motion that it knows.
public struct TuningRequest: Sendable {
    /// A model of windows, with a Q15 network.
    public var model: Model
    /// What the model is called in errors, such as its path.
    public var name = "the model"
    /// Recordings with gestures.
    public var data: LabelledMotion
    /// Motion in which nothing should happen. A model without a rest label is tuned without background; what is
    /// taken for something else counts as false.
    public var background: Background
    /// False events that are allowed in an hour, 0 or more.
    public var mostFalsePerHour: Double

    /// - Parameters:
    ///   - model: a model of windows, with a Q15 network.
    ///   - data: recordings with gestures.
    ///   - background: made-up daily life by default.
    ///   - mostFalsePerHour: false events that are allowed in an hour, 0 or more.
    public init(model: Model, data: LabelledMotion, background: Background = Background(), mostFalsePerHour: Double = 0.5) {
        (self.model, self.data, self.background, self.mostFalsePerHour) = (model, data, background, mostFalsePerHour)
    }

    /// Tries how much evidence a label needs before it is entered.
    ///
    /// - Parameters:
    ///   - progress: hears of what the recordings lack.
    ///   - isCancelled: asked before each session; true ends it with `CancellationError`.
    /// - Throws: `RequestError`, `RecordingError`, `NetworkError`.
    public func run(
        _ progress: (TuningRemark) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> TunedModel {
        try RequestError.requireBudget(mostFalsePerHour)
        let about = model.description
        guard about.restIndex != nil || !background.isAskedFor else {
            throw RequestError(
                .badData,
                "no label of \(name) means that nothing happens, so that all background would be false"
                    + "\(remedy: "train it with a rest class, or tune without background")")
        }
        let background = about.restIndex == nil ? Background.none : background.judging(about.inputs)
        let tuning = try filled(background, isCancelled: isCancelled, progress)
        let base = model.decision ?? DecisionParameters()
        let before = tuning.outcome(of: base)
        guard before.gestures.hits + before.gestures.misses > 0 else {
            throw RequestError(
                .badData, "the recordings hold no gesture of the model; it knows \(about.labels.joined(separator: ", "))")
        }
        let (best, tried) = tuning.tuned(mostFalsePerHour: mostFalsePerHour, from: base)
        var tuned = model
        tuned.decision = best.parameters
        return TunedModel(
            model: tuned, before: before, best: best, tried: tried, mostFalsePerHour: mostFalsePerHour,
            madeUpBackground: background.isMadeUp ? Background.activities(besides: about.labels) : nil)
    }

    /// The recordings, classified.
    private func filled(
        _ background: Background, isCancelled: () -> Bool, _ report: (TuningRemark) -> Void
    ) throws -> DecisionTuning {
        let about = model.description
        let classifier = try model.classifier(.q15, called: name)
        let data = try data.stream(for: about, called: name) { report(.noRate(model: name)) }
        for warning in data.warnings { report(.recordings("\(warning)")) }
        var tuning: DecisionTuning?
        var hasGravity = true
        try data.forEachSession { session in
            if isCancelled() { throw CancellationError() }
            guard let rate = about.rate ?? session.rate else { return }
            if tuning == nil {
                hasGravity = CollectionOfOne(session).haveGravity
                tuning = DecisionTuning(
                    labels: about.labels.count, restLabel: about.restIndex, window: about.window, rate: rate)
            }
            let truth = SessionTruth(session.labels.map { about.labels.firstIndex(of: $0) })
            tuning?.add(classifier.windows(of: session), truth: truth)
        }
        guard var tuning else { throw RequestError(.badData, "the recordings hold no window of the model") }
        try background.forEachStretch(
            at: about.rate, derives: about.inputs.derives, besides: about.labels, hasGravity: hasGravity
        ) { session in
            if isCancelled() { throw CancellationError() }
            let windows = classifier.windows(of: session)
            guard let rate = about.rate ?? session.rate, !windows.isEmpty else { return }
            tuning.addBackground(windows, seconds: Double(session.count) / rate)
        }
        return tuning
    }
}

/// A model with its tuned decision, and how well that does.
public struct TunedModel: Sendable {
    /// The model with the best parameters.
    public let model: Model
    /// How well the model's own parameters did.
    public let before: TunedDecision
    /// How well the best parameters did.
    public let best: TunedDecision
    /// Every pair of evidence and leak that was tried.
    public let tried: [TunedDecision]
    /// False events that were allowed in an hour.
    public let mostFalsePerHour: Double
    /// Activities of daily life that were made up as background; nil if none was made up.
    public let madeUpBackground: [String]?

    /// What nothing that was tried beats in both, events found and false ones: the fewest false events first.
    public var front: [TunedDecision] {
        let sorted = tried.sorted {
            ($0.budgeted.events, -$0.gestures.hits, $0.gestures.medianDetectionSeconds ?? 0)
                < ($1.budgeted.events, -$1.gestures.hits, $1.gestures.medianDetectionSeconds ?? 0)
        }
        var front: [TunedDecision] = []
        for point in sorted where point.gestures.hits > front.last?.gestures.hits ?? -1 { front.append(point) }
        return front
    }
}
