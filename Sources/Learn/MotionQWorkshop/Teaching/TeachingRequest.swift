import Formatting
public import Models
public import Recordings

/// Teaches a network of strokes new gestures, by a few examples of each: its last layer is set by the examples, which the model
/// remembers.
///
///     let base = try Model(readingFileAt: "base.safetensors")
///     var request = TeachingRequest(base, named: "base.safetensors", examples: RecordingSource(paths: ["three-of-each.csv"]))
///     request.startsAnew = true
///     try request.run().model.write(toFileAt: "mine.safetensors")
public struct TeachingRequest {
    /// A network of strokes, with its float and its Q15 form.
    public var base: Model
    /// The network's name in messages, such as its path.
    public var name: String
    /// Recordings with examples, each a stretch of its own.
    public var examples: RecordingSource
    /// Examples of each of `labels`, 1 … 100, that are made while the request runs; nil: none are. `run` needs `making` for them.
    public var examplesToMake: Int?
    /// The labels to teach, in their order; nil: all labels of the recordings that do not mean rest.
    public var labels: [String]?
    /// Labels of the recordings and their new names.
    public var renamed: [String: String] = [:]
    /// The people whose recordings are taken; nil: all.
    public var subjects: [String]?
    /// Labels of the network to take away.
    public var forgotten: [String] = []
    /// Whether the network forgets all labels that it has; needed if it was trained and not taught.
    public var startsAnew = false
    /// Whether the model tells what is unlike all examples, also if it did not before. Needs two examples of each label.
    public var tellsUnknown = false
    /// Whether integers alone set the layer, so that a device can go on with it.
    public var headAlone = false
    /// Motion that is to stay unknown. Without recordings it is made up only where `mostFalsePerHour` or the network itself asks.
    public var background = Background()
    /// False events an hour that are allowed in the background, 0 or more; nil: the network's own budget, or 0.5.
    public var mostFalsePerHour: Double?
    /// Seed of what is varied and made up.
    public var seed: UInt64 = 1

    /// A request with the usual settings.
    ///
    /// - Parameters:
    ///   - base: a network of strokes.
    ///   - name: the network's name in messages.
    ///   - examples: recordings with examples.
    public init(_ base: Model, named name: String, examples: RecordingSource = RecordingSource()) {
        (self.base, self.name, self.examples) = (base, name, examples)
    }

    /// What is worth knowing while it runs.
    public enum Progress: Sendable, Equatable {
        /// So many of the examples that were just made would not be cut out of the motion like that again.
        case cutOtherwise(Int, of: Int)
        /// The network kept a budget of false events, and no background is given to choose its limits by.
        case budgetGivenUp
        /// The network keeps a budget of false events an hour, and its limits are chosen again.
        case budgetKept(falsePerHour: Double)
    }

    /// Refuses numbers outside of their ranges, before anything is read; `run` does so as well.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        if examplesToMake != nil, let labels, Set(labels).count < labels.count {
            throw RequestError(.usage, "\(.labels) names each gesture once")
        }
        try RequestError.require(.examples, examplesToMake, in: 1...ExamplePlan.most)
        try RequestError.requireBudget(mostFalsePerHour)
    }

    /// Teaches the network.
    ///
    /// - Parameters:
    ///   - progress: receives what is worth knowing.
    ///   - making: carries out the plan of `examplesToMake`.
    ///   - isCancelled: asked between steps; true ends it with `CancellationError`.
    /// - Throws: `RequestError` of a network that cannot be taught, or of examples that do not suffice; `RecordingError` and
    ///   `DataSetError` of the recordings; what `making` throws.
    public func run(
        _ progress: (Progress) -> Void = { _ in }, making: ((ExamplePlan) throws -> Recording)? = nil,
        isCancelled: () -> Bool = { false }
    ) throws -> TaughtModel {
        try check()
        var teaching = try Teaching(
            base, called: name, isAnew: startsAnew, tellsUnknown: tellsUnknown, isHeadAlone: headAlone, seed: seed)
        if !forgotten.isEmpty { try teaching.forget(forgotten) }
        func endIfCancelled() throws { if isCancelled() { throw CancellationError() } }
        if let examplesToMake, let making {
            try teach(&teaching, making, of: examplesToMake, progress)
            try endIfCancelled()
        }
        if !examples.isEmpty { try teaching.teach(recordedExamples(for: teaching)) }
        try endIfCancelled()
        teaching.background = try background(of: teaching, progress)
        try endIfCancelled()
        return try teaching.taught()
    }

    private func teach(
        _ teaching: inout Teaching, _ making: (ExamplePlan) throws -> Recording, of count: Int, _ progress: (Progress) -> Void
    ) throws {
        let labels = labels ?? []
        try teaching.requireEnough(labels, each: count)
        let recording = try making(
            ExamplePlan(labels: labels, count: count, strokes: teaching.strokes, rate: teaching.rate, inputs: teaching.features))
        let missed = try teaching.teach(recording, labels)
        if missed > 0 { progress(.cutOtherwise(missed, of: labels.count * count)) }
    }

    private func recordedExamples(for teaching: Teaching) throws -> DataSet {
        let rule = LabelRule(kept: labels, renamed: renamed, dropped: labels == nil ? LabelRule.usualRestLabels : [])
        let data = try DataSet(examples.read(teaching.channels), options: teaching.options(rule))
        guard let subjects else { return data }
        let names = spelled(subjects, among: data.subjects)
        if let stranger = names.first(where: { !data.subjects.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: data.subjects)
        }
        return data.selecting(subjects: Set(names))
    }

    private func background(of teaching: Teaching, _ progress: (Progress) -> Void) throws -> TeachingBackground? {
        let most = mostFalsePerHour ?? teaching.budget ?? 0.5
        guard !background.source.isEmpty || (background.madeUp ?? (mostFalsePerHour != nil || teaching.budget != nil)) else {
            if teaching.budget != nil { progress(.budgetGivenUp) }
            return nil
        }
        var sessions: [RecordedSession] = []
        try background.source.reading(teaching.channels).forEachStretch(at: nil, derives: false) { sessions.append($1) }
        if background.isMadeUp {
            guard let hasGravity = teaching.hasGravity else {
                throw RequestError(
                    .usage, "the model keeps a budget of false events: give \(.background), or \(.noMadeUpBackground)")
            }
            sessions += Background.madeUp(.judging, besides: teaching.labels, hasGravity: hasGravity).sessions
        }
        if teaching.budget != nil { progress(.budgetKept(falsePerHour: most)) }
        return TeachingBackground(sessions: sessions, isMadeUp: background.isMadeUp, mostPerHour: most)
    }
}
