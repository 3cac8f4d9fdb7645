import Evaluation
import Formatting
public import Models
import MotionCore
import Recordings

/// Chooses how far a taught model of strokes takes motion for unknown, within a budget of false events.
///
///     let tuned = try StrokeTuningRequest(model, named: "mine.safetensors", recordings: gestures).run()
///     print(tuned.before.known, tuned.after.known)
public struct StrokeTuningRequest {
    /// A model of strokes that was taught.
    public var model: Model
    /// The model's name in messages, such as its path.
    public var name: String
    /// Recordings with strokes of the model's labels.
    public var recordings: RecordingSource
    /// Labels of the recordings and the model's labels for them.
    public var renamed: [String: String] = [:]
    /// Motion in which nothing should happen.
    public var background = Background()
    /// False events an hour that are allowed, 0 or more.
    public var mostFalsePerHour = 0.5

    /// A request with the usual settings.
    public init(_ model: Model, named name: String, recordings: RecordingSource) {
        (self.model, self.name, self.recordings) = (model, name, recordings)
    }

    /// Tunes the model and counts what it finds before and after.
    ///
    /// - Parameter isCancelled: asked between steps; true ends it with `CancellationError`.
    /// - Throws: `RequestError` of a model that was not taught; `RecordingError` and `DataSetError` of the recordings.
    public func run(isCancelled: () -> Bool = { false }) throws -> TunedStrokes {
        try RequestError.requireBudget(mostFalsePerHour)
        guard model.exemplars != nil else {
            let trained: Sentence = "where it is trained (\(verb: .train, .setting(.unknown)))"
            let taught: Sentence = "taught (\(verb: .teach, .setting(.background)))"
            throw RequestError(
                .badData,
                "\(name) reads strokes and was trained\(remedy: "what is unknown to it is chosen \(trained), or \(taught)")")
        }
        func endIfCancelled() throws { if isCancelled() { throw CancellationError() } }
        var teaching = try Teaching(model, called: name, isAnew: false, tellsUnknown: false, seed: 1)
        let data = try DataSet(
            recordings.read(), options: teaching.options(LabelRule(kept: teaching.labels, renamed: renamed)))
        try endIfCancelled()
        let motion = try motion(besides: teaching.labels, hasGravity: data.sessions.haveGravity)
        teaching.background = motion
        try endIfCancelled()
        let taught = try teaching.taught()
        try endIfCancelled()
        return TunedStrokes(
            model: taught.model, before: try outcome(model, data, motion, rate: teaching.rate),
            after: try outcome(taught.model, data, motion, rate: teaching.rate), backgroundHours: motion.hours,
            isBackgroundMadeUp: motion.isMadeUp)
    }

    private func motion(besides labels: [String], hasGravity: Bool) throws -> TeachingBackground {
        var sessions: [RecordedSession] = []
        try background.forEachStretch(at: nil, besides: labels, hasGravity: hasGravity) { sessions.append($0) }
        return TeachingBackground(sessions: sessions, isMadeUp: background.isMadeUp, mostPerHour: mostFalsePerHour)
    }

    private func outcome(
        _ model: Model, _ data: DataSet, _ motion: TeachingBackground, rate: Double
    ) throws -> TunedStrokes.Outcome {
        let classifier = try model.classifier(.q15, called: name)
        var outcome = TunedStrokes.Outcome()
        for window in data.windows {
            guard let found = classifier.windows(of: data.sessions[window.session]).last else { continue }
            outcome.strokes += 1
            outcome.known += found.label == window.label && !found.isUnknown ? 1 : 0
        }
        let strokes = try StreamedStrokes(model.requireStreamed(in: name), for: model.description)
        let threshold = Double((model.decision ?? DecisionParameters()).threshold) / 32_768
        for session in motion.sessions {
            for stretch in session.evenStretches(at: rate) {
                outcome.falseEvents += strokes.windows(of: stretch.session).count {
                    !$0.isUnknown && $0.probabilities[$0.label] >= threshold
                }
            }
        }
        return outcome
    }
}

/// A tuned model of strokes, and what it finds before and after.
public struct TunedStrokes: Sendable {
    /// The tuned model.
    public let model: Model
    /// The model as it was.
    public let before: Outcome
    /// The model as it is now.
    public let after: Outcome
    /// Hours of background.
    public let backgroundHours: Double
    /// Whether some of the background is made up.
    public let isBackgroundMadeUp: Bool

    /// What a model finds.
    public struct Outcome: Sendable, Equatable {
        /// Strokes that are named right and not unknown.
        public internal(set) var known = 0
        /// Strokes of the recordings.
        public internal(set) var strokes = 0
        /// Strokes of the background that are taken for a label.
        public internal(set) var falseEvents = 0
    }
}
