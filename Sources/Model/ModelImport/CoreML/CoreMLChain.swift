import Formatting

/// The layers of a Core ML classifier, taken one after another, each reading what the one before wrote.
struct CoreMLChain {
    typealias Kind = CoreMLLayer.Kind

    let file: String
    private let layers: [CoreMLLayer]
    private var index = 0
    /// The name of what the last layer wrote.
    private(set) var blob: String
    /// The optional inputs of the model, which may carry an LSTM's state.
    private let optionalInputs: Set<String>

    /// A chain whose first layer reads the model's one input that is not optional.
    init(_ classifier: CoreMLClassifier, inputs: [CoreMLFeature], file: String) throws(ImportError) {
        let required = inputs.filter { !$0.type.isOptional }
        guard required.count == 1, let features = required.first else {
            throw ImportError(
                .unsupported, file: file,
                problem: "has \(required.count) inputs that are not optional where one is needed, the window of sensor values: "
                    + "mark the state inputs as optional")
        }
        self.file = file
        layers = classifier.layers
        blob = features.name
        optionalInputs = Set(inputs.filter(\.type.isOptional).map(\.name))
    }

    /// What comes next, or nil at the end.
    var nextKind: Kind? { index < layers.count ? layers[index].kind : nil }

    var isAtEnd: Bool { index >= layers.count }

    /// The name of the next layer for messages.
    var nextName: String { index < layers.count ? Self.name(of: layers[index], at: index) : "end" }

    /// Takes the next layer if it reads what the last one wrote; the layer must have one input and one output, or, with
    /// `mayHaveState`, also an LSTM's hidden and cell state.
    /// - Returns: the layer's name, and whether it has state inputs.
    mutating func take(mayHaveState: Bool = false) throws(ImportError) -> (name: String, hasState: Bool) {
        let layer = layers[index]
        let name = Self.name(of: layer, at: index)
        let counts: Set<Int> = mayHaveState ? [1, 3] : [1]
        guard counts.contains(layer.inputs.count), counts.contains(layer.outputs.count) else {
            throw unsupported(
                name,
                "has \(layer.inputs.count) inputs and \(layer.outputs.count) outputs: only a plain chain of layers can be imported")
        }
        guard layer.inputs[0] == blob else {
            throw unsupported(
                name, "reads “\(layer.inputs[0])” where the layer before it writes “\(blob)”: only a plain chain can be imported")
        }
        if let state = layer.inputs.dropFirst().first(where: { !optionalInputs.contains($0) }) {
            throw unsupported(name, "takes its state from “\(state)”, which is no optional input of the model: mark it as one")
        }
        blob = layer.outputs[0]
        index += 1
        return (name, layer.inputs.count == 3)
    }

    /// The error for a layer that stands where it cannot be imported.
    func unexpected(_ wanted: String) -> ImportError {
        guard index < layers.count else {
            return ImportError(.unsupported, file: file, problem: "ends after layer \(index) where \(wanted) is needed")
        }
        let layer = layers[index]
        let mend = "stands where \(wanted) is needed: train a model of convolution, LSTM and dense layers"
        return unsupported(nextName, "(\(Self.kindName(of: layer))) \(mend)")
    }

    func unsupported(_ layer: String, _ problem: String) -> ImportError {
        ImportError(.unsupported, file: file, layer: layer, problem: Sentence(problem))
    }

    func malformed(_ layer: String, _ problem: String) -> ImportError {
        ImportError(.malformed, file: file, layer: layer, problem: Sentence(problem))
    }

    /// A size from the file, bounded so that products of three sizes cannot overflow.
    func size(_ value: UInt64, _ what: String, _ layer: String) throws(ImportError) -> Int {
        guard value >= 1, value <= UInt64(ImportSettings.sizeLimit) else {
            throw unsupported(layer, "has \(value) \(what) where 1 to \(ImportSettings.sizeLimit) can be imported")
        }
        return Int(value)
    }

    // MARK: - Names

    private static func name(of layer: CoreMLLayer, at index: Int) -> String {
        layer.name.isEmpty ? "number \(index + 1)" : String(layer.name.prefix(80))
    }

    private static func kindName(of layer: CoreMLLayer) -> String {
        switch layer.kind {
        case .convolution: "convolution"
        case .activation(let activation): activationName(activation)
        case .innerProduct: "inner product"
        case .batchNormalisation: "batch normalisation"
        case .softmax: "softmax"
        case .permute: "permute"
        case .lstm: "LSTM"
        case nil: unknownKindName(layer.unknownFields)
        }
    }

    static func activationName(_ activation: CoreMLActivation) -> String {
        switch activation.function {
        case .relu: "ReLU activation"
        case .tanh: "tanh activation"
        case .sigmoid: "sigmoid activation"
        case nil: "another activation"
        }
    }

    /// Kinds of layer are the members of a choice that begins at field 100.
    private static func unknownKindName(_ unknownFields: [Int]) -> String {
        guard let field = unknownFields.first(where: { $0 >= 100 }) else { return "no kind given" }
        return "\(CoreMLFormat.layerKinds[field] ?? "unknown kind"), Core ML field \(field)"
    }
}
