/// The layers of a Keras model in the order of the data, from its one input to its one output.
struct KerasChain {
    /// The sizes of windows × samples × features; nil where the model leaves them open.
    let input: [Int?]
    let layers: [KerasLayer]

    /// - Parameter model: a description as Keras writes it into its files.
    init(_ model: JSONValue) throws(GraphFault) {
        guard let kind = model["class_name"]?.text, let settings = model["config"] else { throw Self.noModel }
        var counts: [String: Int] = [:]
        var all: [KerasLayer] = []
        // Sequential models of Keras 2.2 were a list of layers and nothing else.
        for value in settings["layers"]?.values ?? settings.values ?? [] {
            let layer = KerasLayer(value) { kind in
                defer { counts[kind, default: 0] += 1 }
                return counts[kind, default: 0]
            }
            guard let layer else { throw Self.noModel }
            all.append(layer)
        }
        guard !all.isEmpty else { throw .malformed("has no layers: build it, train it, and save it then") }
        switch kind {
        case "Sequential": layers = all
        case "Functional", "Model": layers = try Self.ordered(all, settings)
        default:
            throw .unsupported(
                "is a model of a class of its own (\(kind.prefix(60))): build it as keras.Sequential or keras.Model(inputs, "
                    + "outputs), and copy the weights (new.set_weights(old.get_weights()))")
        }
        // The input is a layer, or told to the first one, or known since the model was built.
        let first = layers[0].settings
        let shapes = [first["batch_shape"], first["batch_input_shape"], settings["build_input_shape"]]
        guard let shape = shapes.lazy.compactMap({ $0?.values ?? $0?["config"]?.values }).first else {
            throw .unsupported("does not say what it reads: begin it with keras.Input(shape=(samples, features))")
        }
        input = shape.map(\.whole)
    }

    private static let noModel = GraphFault.malformed("does not describe its layers as Keras does: save it again with model.save")

    /// The layers of a functional model from its output back to its input.
    private static func ordered(_ layers: [KerasLayer], _ settings: JSONValue) throws(GraphFault) -> [KerasLayer] {
        let named = Dictionary(layers.map { ($0.name, $0) }) { first, _ in first }
        let inputs = names(settings["input_layers"])
        guard inputs.count == 1 else {
            throw .unsupported("has \(inputs.count) inputs: give all features of a sample to one input, one column each")
        }
        let outputs = names(settings["output_layers"])
        guard outputs.count == 1 else {
            throw .unsupported("has \(outputs.count) outputs: save a model with the one that classifies")
        }
        var chain: [KerasLayer] = []
        var next = outputs[0]
        while let layer = named[next], chain.count <= layers.count {
            chain.append(layer)
            if layer.kind == "InputLayer" { return chain.reversed() }
            guard layer.sources.count <= 1 else {
                throw .unsupported("uses the layer “\(layer.name.prefix(80))” several times: give each place a layer of its own")
            }
            let sources = layer.sources.first ?? []
            guard sources.count == 1 else {
                throw .unsupported(
                    "has a layer “\(layer.name.prefix(80))” (\(layer.kind.prefix(60))) that reads \(sources.count) others: only "
                        + "a chain of layers can be imported, each reading the one before")
            }
            next = sources[0]
        }
        throw .malformed("has layers that do not lead from its output to its input: save it again")
    }

    /// One tensor, `[name, 0, 0]`, or several of them, in a list or by names.
    private static func names(_ value: JSONValue?) -> [String] {
        switch value {
        case .array(let values):
            if let name = values.first?.text { return [name] }
            return values.flatMap { names($0) }
        case .object(let members): return members.sorted { $0.key < $1.key }.flatMap { names($0.value) }
        default: return []
        }
    }
}
