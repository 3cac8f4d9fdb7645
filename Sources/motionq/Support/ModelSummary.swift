import EvaluationReports
import Formatting
import Models
import MotionCore

/// What `motionq info` says of a model.
struct ModelSummary {
    private struct Layer {
        var name: String
        var shape: String
        var formats: String
        var weights: Int
        var bytes: Int
    }

    private let model: Model
    private let layers: [Layer]
    /// The total that `export` and `evaluate` tell as well; nil without a Q15 network.
    private let deviceBytes: Int?

    private var layerBytes: Int { layers.reduce(0) { $0 + $1.bytes } }

    init(_ model: Model) {
        self.model = model
        layers = model.quantized.map { Self.layers(of: $0, model.description) } ?? model.float.map { Self.layers(of: $0) } ?? []
        deviceBytes = model.quantized.flatMap { try? NetworkWeights($0, for: model.description).packedBytes }
    }

    func text(path: String) -> String {
        let about = model.description
        let hasState = !(model.float?.lstm.isEmpty ?? model.quantized?.lstm.isEmpty ?? false)
        let state = hasState ? "state: \(about.statePolicy.rawValue)" : "no state"
        var lines = [printable(path)]
        lines.append("  labels  \(about.labels.map { $0 == about.restLabel ? "\($0) (rest)" : $0 }.joined(separator: ", "))")
        let seconds = about.rate.map { String(printing: ", %.4g s at %.4g Hz", Double(about.window) / $0, $0) } ?? ", rate unknown"
        lines.append(
            about.strokes.map { "  window  a whole stroke as \(about.window) samples (\($0.rawValue))" }
                ?? "  window  \(about.window) sample\(about.window == 1 ? "" : "s") every \(about.hop)\(seconds); \(state)")
        if let cut = about.cut { lines.append(Self.words(of: cut, rate: about.rate)) }
        if model.quantized?.detector != nil { lines.append("  tells what is unlike all that was learned: “unknown”") }
        if let exemplars = model.exemplars {
            let counts = zip(about.labels, exemplars.counts(labels: about.labels.count)).map { "\($0) by \($1)" }
            lines.append("  taught  by examples: \(counts.joined(separator: ", "))")
        }
        if let decision = model.decision { lines.append("  decides \(decision.words(about.labels))") }
        if let known = model.knownMotion {
            let motion =
                "\(Numbers.count(known.stretches, "stretch", "stretches")) of ten seconds, \(Numbers.count(known.people, "person", "people"))"
            lines.append("  knows   the motion that it learned from: \(motion)")
        }
        lines.append("  inputs  \(about.inputs.map(\.name).joined(separator: " "))")
        let shares = about.inputs.filter { $0.usual != nil }.map(\.name)
        if !shares.isEmpty { lines.append("  each    in its wearer's own range: \(shares.joined(separator: " "))") }
        lines.append(
            "  holds   \([model.float != nil ? "float32" : nil, model.quantized != nil ? "Q15" : nil].compactMap { $0 }.joined(separator: " and "))"
        )
        for (key, value) in model.provenance.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(printable(key)): \(printable(value))")
        }
        lines.append("")
        var table = TextTable(leftColumns: 3)
        table.add(["layer", "shape", "Q-formats", "weights", "bytes"])
        for layer in layers { table.add([layer.name, layer.shape, layer.formats, "\(layer.weights)", "\(layer.bytes)"]) }
        table.add(["all layers", "", "", "\(layers.reduce(0) { $0 + $1.weights })", "\(layerBytes)"])
        if let total = deviceBytes {
            let padding = total - layerBytes - NetworkWeights.tableBytes
            table.add(["padding and addresses\(model.quantized?.detector == nil ? "" : ", detector")", "", "", "", "\(padding)"])
            table.add(["tables of functions", "", "", "", "\(NetworkWeights.tableBytes)"])
            table.add(["network on a device", "", "", "", "\(total)"])
        }
        lines += table.lines.map { "  " + $0 }
        return lines.joined(separator: "\n")
    }

    /// How strokes are cut out of a stream.
    private static func words(of cut: StrokeCut, rate: Double?) -> String {
        let steps = StrokeCut.stepsInG
        let times = [cut.pause, cut.least, cut.most].map { samples in
            rate.map { String(printing: "%.2f s", Double(samples) / $0) } ?? "\(samples) samples"
        }
        let motion = String(printing: "%.2f g", Double(cut.start) / steps)
        let rest = String(printing: "%.2f g", Double(cut.stop) / steps)
        return "  strokes begin at a motion of \(motion), end after \(times[0]) below \(rest), and last \(times[1]) to \(times[2])"
    }

    func json(path: String) -> JSONLine {
        let about = model.description
        var line = JSONLine()
        line.add("model", path)
        line.add("labels", about.labels)
        if let rest = about.restLabel { line.add("rest", rest) }
        line.add("window", about.window)
        line.add("hop", about.hop)
        line.add("state", about.statePolicy.rawValue)
        if let rate = about.rate { line.add("rate", rate) }
        if let known = model.knownMotion {
            line.add("known_stretches", known.stretches)
            line.add("known_people", known.people)
        }
        if let strokes = about.strokes { line.add("strokes", strokes.rawValue) }
        if let cut = about.cut {
            line.add("stroke_start_g", Double(cut.start) / StrokeCut.stepsInG, digits: 4)
            line.add("stroke_stop_g", Double(cut.stop) / StrokeCut.stepsInG, digits: 4)
            line.add("stroke_pause", cut.pause)
            line.add("stroke_least", cut.least)
            line.add("stroke_most", cut.most)
        }
        line.add("inputs", about.inputs.map(\.name))
        if let exemplars = model.exemplars { line.add("examples", exemplars.counts(labels: about.labels.count)) }
        line.add("float", model.float != nil)
        line.add("q15", model.quantized != nil)
        line.add(
            "layers",
            layers.map { layer in
                var entry = JSONLine()
                entry.add("name", layer.name)
                entry.add("shape", layer.shape)
                entry.add("formats", layer.formats)
                entry.add("weights", layer.weights)
                entry.add("bytes", layer.bytes)
                return entry
            })
        line.add("bytes_layers", layerBytes)
        if let deviceBytes {
            line.add("bytes_tables", NetworkWeights.tableBytes)
            line.add("bytes_q15", deviceBytes)
        }
        return line
    }

    private static func layers(of network: QuantizedNetwork, _ about: ModelDescription) -> [Layer] {
        LayerFormat.all(of: network, window: about.window).map {
            Layer(name: $0.name, shape: $0.shape, formats: $0.words, weights: $0.weights, bytes: $0.bytes)
        }
    }

    private static func layers(of network: FloatNetwork) -> [Layer] {
        func layer(_ name: String, _ matrices: [FloatMatrix], _ bias: [Float]) -> Layer {
            let weights = matrices.reduce(0) { $0 + $1.values.count }
            let shape = "\(matrices[0].columns) → \(matrices.count > 1 ? matrices[1].columns : bias.count)"
            return Layer(name: name, shape: shape, formats: "float32", weights: weights, bytes: 4 * (weights + bias.count))
        }
        func layer(_ front: FrontLayer) -> Layer {
            let name = front.operation.kind.words(front.field)
            if let map = front.convolution { return layer(map.rectified ? "\(name), ReLU" : name, [map.weights], map.bias) }
            return Layer(name: name, shape: "\(front.columns) → \(front.rows)", formats: "float32", weights: 0, bytes: 0)
        }
        return (network.convolution.map { [layer("convolution, ReLU", [$0.weights], $0.bias)] } ?? []) + network.front.map(layer)
            + network.lstm.enumerated().map { layer("\($1.cell.name) \($0 + 1)", [$1.inputWeights, $1.hiddenWeights], $1.bias) }
            + network.dense.map { layer($0.rectified ? "dense, ReLU" : "dense", [$0.weights], $0.bias) }
    }
}
