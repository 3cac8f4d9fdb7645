import ModelConversion
import ModelFile
import Recording
import ReferenceModel
import SyntheticMotion
import Training
import Windows

/// Sets the last layer of a network of strokes by a few examples of each label.
struct Teaching {
    /// Slight variations of each example: somebody who does the same again does not do quite the same.
    private static let copies = 30
    /// Of made-up strokes: what varies between people, and people who show and do again.
    private static let strangers = (shapes: 100, writers: 8)
    private static let lessons = (writers: 8, shown: 5, repeated: 2)

    private let pair: NetworkPair
    private let form: StrokeForm
    private let rate: Double
    private let seed: UInt64
    private let provenance: [String: String]

    /// - Parameter path: what the network is called in refusals.
    /// - Throws: `Refusal` of a network that cannot be taught.
    init(_ model: Model, called path: String, seed: UInt64) throws {
        guard let float = model.floatModel else {
            throw Refusal(.badData, "\(path) holds no float network to teach; import or train it again")
        }
        let about = float.description
        guard let form = about.strokes, let rate = about.rate else {
            throw Refusal(.badData, "\(path) reads no strokes; train one with --strokes, also of made-up ones (simulate --strokes)")
        }
        guard !float.network.lstm.isEmpty, float.network.dense.count == 1 else {
            throw Refusal(.badData, "\(path) has other layers than LSTMs and one dense layer; train one without --dense")
        }
        pair = try NetworkPair(float, quantized: model.requireQuantized(in: path))
        (self.form, self.rate, self.seed) = (form, rate, seed)
        provenance = model.provenance
    }

    /// How recordings become strokes for this network.
    func options(_ labels: LabelRule) -> DataSet.Options {
        let window = pair.description.window
        return DataSet.Options(labels: labels, rate: rate, window: window, hop: window, strokes: form)
    }

    /// The network, taught.
    func model(by examples: DataSet) throws -> TaughtModel {
        let counts = examples.windowCounts
        guard counts.count > 1 else {
            throw Refusal(.badData, "there is one label, \(examples.classes[0]); a network tells labels apart, so teach it two")
        }
        if let missing = counts.firstIndex(of: 0) {
            throw Refusal(.badData, "there is no example of \(examples.classes[missing])")
        }
        let strangers = try madeUp(
            shapes: Self.strangers.shapes, writers: 0..<Self.strangers.writers, repetitions: 1, like: examples)
        guard var teacher = try HeadTeacher(pair, strangers: strangers.variedWindows(.none, copies: 1, seed: seed)) else {
            throw Refusal(.badData, "the network answers all strokes alike")
        }
        try teacher.sharpen(by: lessons(like: examples, shown: min(counts.min() ?? 1, Self.lessons.shown)))
        let shown = examples.variedWindows(.slight, copies: Self.copies, seed: seed)
        guard let layer = try teacher.layer(shown) else { throw Refusal(.badData, "the network answers all examples alike") }
        var source = pair.floatModel
        source.network.dense = [layer]
        source.description = description(examples)
        let conversion = try Conversion(of: source, sessions: shown.map(\.session) + strangers.sessions)
        var provenance = provenance
        provenance["taught"] = "\(examples.fingerprint); seed \(seed)"
        return TaughtModel(
            model: conversion.model(provenance: provenance), labels: examples.classes, counts: counts,
            leftOut: try leavingOut(examples, teacher, shown))
    }

    private func description(_ examples: DataSet) -> ModelDescription {
        let about = pair.description
        return ModelDescription(
            labels: examples.classes, restLabel: nil, schedule: about.schedule, statePolicy: about.statePolicy, rate: about.rate,
            inputs: about.inputs, strokes: form, cut: examples.strokeCut(reading: about.inputs.map(\.name)))
    }

    /// Each example named by all others: how many were right, of how many of labels that have another one.
    private func leavingOut(
        _ examples: DataSet, _ teacher: HeadTeacher, _ shown: [HeadTeacher.Example]
    ) throws -> (right: Int, all: Int) {
        let plain = examples.variedWindows(.none, copies: 1, seed: seed)
        let counts = examples.windowCounts
        var (right, all) = (0, 0)
        for number in plain.indices where counts[plain[number].label] > 1 {
            let others = shown.indices.filter { $0 / Self.copies != number }.map { shown[$0] }
            guard let found = try teacher.names([plain[number]], by: others) else { continue }
            right += found == [plain[number].label] ? 1 : 0
            all += 1
        }
        return (right, all)
    }

    /// Made-up people who each show as many labels as there are, and do them again.
    private func lessons(like examples: DataSet, shown: Int) throws -> [HeadTeacher.Lesson] {
        let shapes = min(examples.classes.count, 20)
        return try (0..<Self.lessons.writers).map { writer in
            let first = 1000 + writer
            let shown = try madeUp(shapes: shapes, writers: first..<first + 1, repetitions: shown, like: examples)
            let again = try madeUp(
                shapes: shapes, writers: first..<first + 1, repetitions: Self.lessons.repeated, after: Self.lessons.shown,
                like: examples)
            return HeadTeacher.Lesson(
                examples: shown.variedWindows(.slight, copies: Self.copies, seed: seed),
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

    /// Others than those that `simulate --strokes` makes up by itself, which the network may have learned from.
    private static let seedOfStrokes: UInt64 = 0x7465_6163_6800
}

extension AugmentationOptions {
    /// As it is.
    fileprivate static var none: AugmentationOptions {
        var options = AugmentationOptions()
        options.rotation = [0, 0, 0]
        (options.scale, options.timeWarp, options.noise, options.shift) = (0, 0, 0, 0)
        return options
    }

    /// As the same person does it again.
    fileprivate static var slight: AugmentationOptions {
        var options = AugmentationOptions()
        options.rotation = [6, 6, 6]
        (options.scale, options.timeWarp, options.noise, options.shift) = (0.1, 0.1, 0.05, 0)
        return options
    }
}
