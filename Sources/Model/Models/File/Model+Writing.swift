import Formatting
import Foundation
import MotionCore

extension Model {
    /// The version of arithmetic and layout that this code writes (ARITHMETIC.md §10).
    static let formatVersion = "2"
    /// That of a model that normalises by the wearer's ranges; older programs would take its inputs for values in their units.
    static let formatVersionOfShares = "3"
    /// That of a model whose samples pass layers before the LSTM, or that has a GRU; older programs do not have them.
    static let formatVersionOfFront = "4"
    /// That of a model some of whose weights have 8 bits; older programs look for 16.
    static let formatVersionOfBytes = "5"
    /// All that this program reads, but for version 1.
    static let formatVersions = [formatVersion, formatVersionOfShares, formatVersionOfFront, formatVersionOfBytes]

    private func formatVersion(_ plan: LayerPlan) -> String {
        if quantized?.hasBytes ?? false { return Self.formatVersionOfBytes }
        if plan.front != nil || plan.cells != nil { return Self.formatVersionOfFront }
        return description.inputs.usual.isEmpty ? Self.formatVersion : Self.formatVersionOfShares
    }

    /// Writes the file by rename, so that nothing half-written is ever seen. The same model gives the same bytes.
    ///
    /// - Throws: `unwritable` with what reading would refuse as well (labels that are not different, numbers that are not finite,
    ///   layers that do not fit the description or each other …), or if the system refuses.
    public func write(toFileAt path: String) throws(ModelFileError) {
        try checkedFile(named: path).write(toFileAt: path)
    }

    /// The tensors and metadata, which can be read again.
    package func checkedFile(named path: String) throws(ModelFileError) -> SafetensorsFile {
        let plan: LayerPlan
        do throws(ModelFault) {
            plan = try checkedPlan()
        } catch {
            throw .init(.unwritable, file: path, problem: "cannot be written: the model \(error.problem)")
        }
        var file = SafetensorsFile()
        file.metadata = try metadata(plan, path)
        if let float {
            float.addTensors(to: &file)
            try requireReadable(file, plan, path)
        }
        if let quantized { quantized.addTensors(to: &file) }
        if let exemplars { exemplars.addTensors(to: &file) }
        if let knownMotion { knownMotion.addTensors(to: &file) }
        return file
    }

    /// Checks that every float tensor has the shape that the plan gives it, and finite numbers: nothing else has.
    private func requireReadable(_ file: SafetensorsFile, _ plan: LayerPlan, _ path: String) throws(ModelFileError) {
        do throws(ModelFileError) {
            _ = try ModelReader(file: file, path: path).float(plan, description)
        } catch {
            throw .init(.unwritable, file: path, part: error.part, problem: error.problem)
        }
    }

    private func metadata(_ plan: LayerPlan, _ path: String) throws(ModelFileError) -> [String: String] {
        func json(_ value: some Encodable) throws(ModelFileError) -> String {
            do {
                return try stored(value)
            } catch {
                throw .init(.unwritable, file: path, problem: "cannot be written: the model holds something that is no JSON")
            }
        }
        var entries = [
            "format": "motionq15", "version": formatVersion(plan), "labels": try json(description.labels),
            "window": "\(description.window)", "hop": "\(description.hop)", "state": description.statePolicy.rawValue,
            "inputs": try json(description.inputs.map { StoredInput($0) }), "layers": try json(plan),
        ]
        entries["rest"] = description.restLabel
        entries["strokes"] = description.strokes?.rawValue
        if let cut = description.cut { entries["strokes.cut"] = try json(StoredCut(cut)) }
        if let decision { entries["decision"] = try json(StoredDecision(decision)) }
        if let exemplars { entries["exemplars"] = try json(StoredExemplars(exemplars)) }
        if let knownMotion { entries["motion"] = try json(StoredMotion(knownMotion)) }
        entries["rate"] = description.rate.map { "\($0)" }
        if let quantized {
            entries["q15.formats"] = try json(StoredFormats(quantized))
            if let detector = quantized.detector { entries["detector"] = try json(StoredDetector(detector)) }
        }
        for (key, value) in provenance { entries["provenance.\(key)"] = value }
        return entries
    }
}

/// A value as the metadata holds it.
func stored(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// An input feature as the metadata holds it.
struct StoredInput: Codable {
    var name: String
    var unit: String
    var offset: Float
    var scale: Float
    /// Of the usual range.
    private var low: Double?
    private var high: Double?

    init(_ feature: InputFeature) {
        name = feature.name
        unit = feature.usual == nil ? feature.unit.rawValue : Self.share
        offset = feature.offset
        scale = feature.scale
        (low, high) = (feature.usual?.low, feature.usual?.high)
    }

    /// The unit of a channel that is normalised by a range.
    private static let share = "range"

    var feature: InputFeature {
        var feature = InputFeature(name: name, offset: offset, scale: scale)
        if let low, let high { feature.usual = ChannelRange(low: low, high: high) }
        return feature
    }
}

/// How strokes are cut out of a stream.
struct StoredCut: Codable {
    private var start: Int
    private var stop: Int
    private var lag: Int
    private var smoothing: Int
    private var before: Int
    private var pause: Int
    private var least: Int
    private var most: Int

    init(_ cut: StrokeCut) {
        (start, stop, lag, smoothing) = (cut.start, cut.stop, cut.lag, cut.smoothing)
        (before, pause, least, most) = (cut.before, cut.pause, cut.least, cut.most)
    }

    var cut: StrokeCut {
        StrokeCut(
            start: start, stop: stop, lag: lag, smoothing: smoothing, before: before, pause: pause, least: least, most: most)
    }
}

/// Fraction bits of everything that flows between layers.
struct StoredFormats: Codable {
    var input: Int
    var convolution: Int?
    /// Of each; of one that pools that of what it reads.
    var front: [Int]?
    var dense: [Int]

    init(_ network: QuantizedNetwork) {
        input = network.inputFractionBits
        convolution = network.convolution?.outputFractionBits
        var bits = input
        let formats = network.front.map { layer in
            bits = layer.convolution?.outputFractionBits ?? bits
            return bits
        }
        front = formats.isEmpty ? nil : formats
        dense = network.dense.map(\.affine.outputFractionBits)
    }
}

/// How large a detector is, and the format of what it projects onto.
struct StoredDetector: Codable {
    var rows: Int
    var prototypes: Int
    var format: Int

    init(_ detector: QuantizedDetector) {
        rows = detector.projection.rows
        prototypes = detector.perLabel
        format = detector.projection.outputFractionBits
    }
}

extension FloatNetwork {
    fileprivate func addTensors(to file: inout SafetensorsFile) {
        if let convolution { add("convolution", convolution.weights, convolution.bias, to: &file) }
        for (index, layer) in front.enumerated() {
            if let map = layer.convolution { add("front.\(index)", map.weights, map.bias, to: &file) }
        }
        for (index, layer) in lstm.enumerated() {
            add("lstm.\(index).input.weight", layer.inputWeights, to: &file)
            add("lstm.\(index).hidden.weight", layer.hiddenWeights, to: &file)
            add("lstm.\(index).bias", layer.bias, to: &file)
        }
        for (index, layer) in dense.enumerated() { add("dense.\(index)", layer.weights, layer.bias, to: &file) }
    }

    private func add(_ name: String, _ weights: FloatMatrix, _ bias: [Float], to file: inout SafetensorsFile) {
        add("\(name).weight", weights, to: &file)
        add("\(name).bias", bias, to: &file)
    }

    private func add(_ name: String, _ matrix: FloatMatrix, to file: inout SafetensorsFile) {
        file.tensors["float.\(name)"] = .init(floats: matrix.values, shape: [matrix.rows, matrix.columns])
    }

    private func add(_ name: String, _ vector: [Float], to file: inout SafetensorsFile) {
        file.tensors["float.\(name)"] = .init(floats: vector, shape: [vector.count])
    }
}

extension QuantizedNetwork {
    fileprivate func addTensors(to file: inout SafetensorsFile) {
        if let convolution { add("convolution", convolution, terms: [""], to: &file) }
        for (index, layer) in front.enumerated() {
            if let map = layer.convolution { add("front.\(index)", map, terms: [""], to: &file) }
        }
        for (index, layer) in lstm.enumerated() { add("lstm.\(index)", layer, terms: [".input", ".hidden"], to: &file) }
        for (index, layer) in dense.enumerated() { add("dense.\(index)", layer.affine, terms: [""], to: &file) }
        guard let detector else { return }
        add("detector", detector.projection, terms: [""], to: &file)
        let (labels, rows) = (detector.limits.count, detector.projection.rows)
        file.tensors["q15.detector.prototypes"] = .init(integers: detector.prototypes, shape: [labels, detector.perLabel, rows])
        file.tensors["q15.detector.limits"] = .init(integers: detector.limits.map { Int64($0) }, shape: [labels])
    }

    private func add(_ name: String, _ affine: QuantizedAffine, terms: [String], to file: inout SafetensorsFile) {
        for (suffix, matrix) in zip(terms, affine.terms) {
            let shape = [matrix.rows, matrix.columns]
            file.tensors["q15.\(name)\(suffix).weight"] =
                switch matrix.storage {
                case .words: .init(integers: matrix.weights, shape: shape)
                case .bytes: .init(integers: matrix.weights.map { Int8($0) }, shape: shape)
                }
            file.tensors["q15.\(name)\(suffix).shift"] = .init(integers: matrix.shifts, shape: [matrix.blocks, matrix.panels])
        }
        file.tensors["q15.\(name).bias"] = .init(integers: affine.bias, shape: [affine.rows])
        file.tensors["q15.\(name).output_shift"] = .init(integers: affine.outputShifts, shape: [affine.outputShifts.count])
    }
}
