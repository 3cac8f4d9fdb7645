import Formatting
import Models
import MotionCore
import Quantization
import Recordings
import Simulation
import Training

/// Sets the last layer of a network of strokes by a few examples of each label.
struct Teaching {
    /// Slight variations of each example: a person who repeats a gesture does not repeat it exactly.
    private static let copies = 30
    /// Made-up strokes show what varies between people, and people who show and do again.
    private static let strangers = (shapes: 100, writers: 8)
    private static let lessons = (writers: 6, shown: 5, repeated: 2, copies: 4)

    private let source: Model
    private let pair: NetworkPair
    let form: StrokeForm
    let rate: Double
    private let seed: UInt64
    private var teacher: HeadTeacher?
    private(set) var labels: [String] = []
    var cut: StrokeCut?
    /// Whether it is to tell what is unlike all examples.
    let tellsUnknown: Bool
    /// Whether integers alone set the layer, so that a device can go on with it.
    let isHeadAlone: Bool
    /// Motion that is to stay unknown; nil: there is none.
    var background: TeachingBackground?
    /// Whether accelerations of the examples have gravity; nil before there are any.
    private(set) var hasGravity: Bool?
    /// Whether the decision of the model still fits its labels.
    private var keepsDecision = true

    /// - Parameters:
    ///   - path: the network's name in messages.
    ///   - isAnew: whether it forgets all labels that it has.
    ///   - tellsUnknown: whether it tells what is unlike all examples, also if it did not before.
    ///   - isHeadAlone: whether integers alone set the layer, as a device does it; of a model that was taught so they do anyway.
    /// - Throws: `RequestError` of a network that cannot be taught.
    init(
        _ model: Model, called path: String, isAnew: Bool, tellsUnknown: Bool, isHeadAlone: Bool = false, seed: UInt64
    ) throws {
        guard let float = model.floatModel else {
            throw RequestError(.badData, "\(path) holds no float network to teach\(remedy: "import or train it again")")
        }
        let about = float.description
        guard let form = about.strokes, let rate = about.rate else {
            let mend: Sentence =
                "train one with \(.strokes), also of made-up ones (\(verb: .simulate, .setting(.strokes)))"
            throw RequestError(.badData, "\(path) reads no strokes\(remedy: mend)")
        }
        if let stranger = about.inputs.first(where: { !SixAxes.names.contains($0.name) }) {
            let mend: Sentence = "teach one that reads the axes of a motion sensor"
            throw RequestError(
                .badData, "\(path) reads “\(stranger.name)”, and strokes are shown with one motion sensor\(remedy: mend)")
        }
        guard !float.network.lstm.isEmpty, float.network.dense.count == 1 else {
            throw RequestError(
                .badData, "\(path) has other layers than LSTMs and one dense layer\(remedy: "train one without \(.dense)")")
        }
        pair = try NetworkPair(float, quantized: model.requireQuantized(in: path))
        (source, self.form, self.rate, self.seed) = (model, form, rate, seed)
        self.tellsUnknown = tellsUnknown || (!isAnew && pair.quantized.detector != nil)
        self.isHeadAlone = isHeadAlone || (!isAnew && model.exemplars?.metric != nil)
        guard !self.tellsUnknown || !self.isHeadAlone else {
            throw RequestError(.badData, "a device cannot teach what tells the unknown: leave \(.unknown) or \(.headAlone) out")
        }
        guard !isAnew else { return }
        guard let exemplars = model.exemplars else {
            let mend: Sentence = "\(.anew) teaches it other ones"
            throw RequestError(
                .badData, "\(path) was trained and remembers no example of its labels, so none can be added\(remedy: mend)")
        }
        guard !isHeadAlone || exemplars.metric != nil else {
            throw RequestError(
                .badData, "\(path) was taught without \(.headAlone)\(remedy: "\(.anew) \(.headAlone) teaches it anew")")
        }
        teacher = HeadTeacher(pair, knowing: exemplars)
        (labels, cut) = (about.labels, about.cut)
    }

    /// What examples and background are read with: the axes that the network reads, and the others where they are there.
    var channels: ChannelChoice { .read(by: pair.description.inputs) }
    /// The names of the network's inputs.
    var features: [String] { pair.description.inputs.map(\.name) }

    /// Samples of the window that a stroke becomes.
    var window: Int { pair.description.window }
    /// False events an hour that the model was chosen to keep to; nil if it has forgotten its labels, or was not.
    var budget: Double? { source.exemplars == nil ? nil : source.provenance[Self.budgetKey].flatMap { Double($0) } }

    /// How recordings become strokes for this network.
    func options(_ labels: LabelRule) -> DataSet.Options {
        let window = pair.description.window
        return DataSet.Options(labels: labels, rate: rate, window: window, hop: window, strokes: form, inputs: features)
    }

    /// Adds examples, of labels that it has or of others.
    mutating func teach(_ examples: DataSet) throws {
        if let missing = examples.windowCounts.firstIndex(of: 0) {
            throw RequestError(.badData, "there is no example of \(examples.classes[missing])")
        }
        cut = cut ?? examples.strokeCut(reading: features)
        hasGravity = examples.sessions.haveGravity
        if teacher == nil { teacher = try beginner(like: examples) }
        labels += examples.classes.filter { !labels.contains($0) }
        let numbers = examples.classes.map { labels.firstIndex(of: $0) ?? 0 }
        // A device does not vary what it is shown.
        let copies = isHeadAlone ? 1 : Self.copies
        teacher?.show(
            examples.variedWindows(isHeadAlone ? .none : .slight, copies: copies, seed: seed), copies: copies,
            as: { numbers[$0] })
    }

    /// Takes labels away.
    mutating func forget(_ names: [String]) throws {
        if let stranger = names.first(where: { !labels.contains($0) }) {
            throw RequestError(.badData, "there is no label \(stranger) to forget; there are \(labels.joined(separator: ", "))")
        }
        teacher?.forget(Set(names.compactMap { labels.firstIndex(of: $0) }))
        labels.removeAll(where: names.contains)
        keepsDecision = false
    }

    /// The network, taught.
    func taught() throws -> TaughtModel {
        try requireTwo(labels)
        guard let teacher else { throw RequestError(.badData, "there is no example of anything") }
        guard let layer = teacher.layer() else {
            let mend: Sentence = "look at it with \(.lookAtDataSet)"
            throw RequestError(
                .badData,
                isHeadAlone
                    ? "an example is so unlike all strokes of strangers that integers cannot hold its row\(remedy: mend)"
                    : "the network answers all examples alike")
        }
        let about = pair.description
        let description = ModelDescription(
            labels: labels, restLabel: nil, schedule: about.schedule, statePolicy: about.statePolicy, rate: about.rate,
            inputs: about.inputs, strokes: form, cut: cut)
        var kept: (background: TeachingBackground, rejection: HeadTeacher.Rejection)?
        if let background {
            guard !isHeadAlone else {
                let mend: Sentence = "\(.anew) teaches it anew"
                throw RequestError(
                    .badData,
                    "the model was taught with \(.headAlone), and a device cannot keep background out\(remedy: mend)")
            }
            let rejection = teacher.rejection(of: strokes(in: background), allowed: background.allowed)
            kept = rejection.map { (background, $0) }
        }
        let detector = kept?.rejection.detector ?? (tellsUnknown ? teacher.detector() : nil)
        guard !tellsUnknown || detector != nil else { throw Self.tooFewForUnknown }
        var provenance = source.provenance
        provenance[Self.budgetKey] = kept.map { "\($0.background.mostPerHour)" }
        var model =
            if let head = teacher.integerHead(labels: labels.count) {
                try pair.model(with: head, description, provenance: provenance)
            } else {
                try pair.model(with: layer, detector: detector, description, provenance: provenance)
            }
        model.exemplars = teacher.exemplars
        if source.exemplars != nil, keepsDecision { model.decision = source.decision }
        return TaughtModel(
            model: model, labels: labels, counts: teacher.exemplars.counts(labels: labels.count), leftOut: teacher.leavingOut(),
            background: kept.map { BackgroundOutcome($0.background, $0.rejection) })
    }

    static let tooFewForUnknown = RequestError(.badData, "\(.unknown) needs two examples of each label, or more")

    func requireTwo(_ labels: [String]) throws {
        guard labels.count > 1 else {
            throw RequestError(.badData, "a network tells labels apart, so it needs two; there is \(labels.first ?? "none")")
        }
    }

    /// A teacher of a network that was shown nothing yet.
    private func beginner(like examples: DataSet) throws -> HeadTeacher {
        let strangers = try madeUp(
            shapes: Self.strangers.shapes, writers: 0..<Self.strangers.writers, repetitions: 1, like: examples)
        let windows = strangers.variedWindows(.none, copies: 1, seed: seed)
        guard var teacher = HeadTeacher(pair, strangers: windows, isAlone: isHeadAlone) else {
            throw RequestError(.badData, "the network answers all strokes alike")
        }
        try teacher.sharpen(by: lessons(like: examples, shown: min(examples.windowCounts.min() ?? 1, Self.lessons.shown)))
        guard !isHeadAlone || teacher.fixMetric() else {
            throw RequestError(
                .badData,
                "\(.headAlone) needs a network of \(HeadMetric.mostUnits) units or fewer whose answers to strangers' strokes differ"
            )
        }
        return teacher
    }

    /// Made-up people who each show as many labels as there are, and do them again.
    private func lessons(like examples: DataSet, shown: Int) throws -> [HeadTeacher.Lesson] {
        let shapes = min(examples.classes.count, 20)
        let copies = isHeadAlone ? 1 : Self.lessons.copies
        return try (0..<Self.lessons.writers).map { writer in
            let first = 1000 + writer
            let shown = try madeUp(shapes: shapes, writers: first..<first + 1, repetitions: shown, like: examples)
            let again = try madeUp(
                shapes: shapes, writers: first..<first + 1, repetitions: Self.lessons.repeated, after: Self.lessons.shown,
                like: examples)
            return HeadTeacher.Lesson(
                examples: shown.variedWindows(isHeadAlone ? .none : .slight, copies: copies, seed: seed), copies: copies,
                windows: again.variedWindows(.none, copies: 1, seed: seed))
        }
    }

    private func madeUp(
        shapes: Int, writers: Range<Int>, repetitions: Int, after first: Int = 0, like examples: DataSet
    ) throws -> DataSet {
        let strokes = MadeUpStrokes(seed: Self.seedOfStrokes &+ seed, hasGravity: examples.sessions.haveGravity)
        var recording = Recording(path: "made-up strokes", sessions: [])
        for writer in writers {
            for shape in 0..<shapes {
                recording.sessions += (first..<first + repetitions).map {
                    strokes.session(shape: shape, writer: writer, repetition: $0)
                }
            }
        }
        return try DataSet([recording], options: options(LabelRule()))
    }

    /// Others than those that a simulated device makes up by itself, which the network may have learned from.
    private static let seedOfStrokes: UInt64 = 0x7465_6163_6800
}

extension AugmentationOptions {
    /// Each example as it is.
    fileprivate static var none: AugmentationOptions {
        var options = AugmentationOptions()
        options.rotation = [0, 0, 0]
        (options.scale, options.timeWarp, options.noise, options.shift) = (0, 0, 0, 0)
        return options
    }

    /// Each example as the same person repeats it.
    fileprivate static var slight: AugmentationOptions {
        var options = AugmentationOptions()
        options.rotation = [6, 6, 6]
        (options.scale, options.timeWarp, options.noise, options.shift) = (0.1, 0.1, 0.05, 0)
        return options
    }
}
