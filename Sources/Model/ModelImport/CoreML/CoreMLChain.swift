import Formatting

/// The layers of a Core ML classifier on the way to its probabilities, taken one after another, each reading what the one before
/// wrote.
struct CoreMLChain {
    typealias Kind = CoreMLLayer.Kind

    let file: String
    private let layers: [CoreMLLayer]
    private var index = 0
    /// The name of what the last layer wrote.
    private(set) var blob: String
    private let states: [String: (hidden: CoreMLGraph.State, cell: CoreMLGraph.State)]

    init(_ graph: CoreMLGraph) {
        (file, layers, blob, states) = (graph.file, graph.path, graph.begin, graph.states)
    }

    /// What comes next, or nil at the end.
    var nextKind: Kind? { index < layers.count ? layers[index].kind : nil }

    var isAtEnd: Bool { index >= layers.count }

    /// The name of the next layer for messages.
    var nextName: String { index < layers.count ? layers[index].name : "end" }

    /// Takes the next layer if it reads what the last one wrote; the layer must have one input and one output, or, with
    /// `mayHaveState`, also an LSTM's hidden and cell state.
    /// - Returns: the layer's name, and whether it has state inputs.
    mutating func take(mayHaveState: Bool = false) throws(ImportError) -> (name: String, hasState: Bool) {
        let layer = layers[index]
        let name = layer.name
        let counts: Set<Int> = mayHaveState ? [1, 3] : [1]
        guard counts.contains(layer.inputs.count), counts.contains(layer.outputs.count) else {
            throw unsupported(
                name,
                "has \(layer.inputs.count) inputs and \(layer.outputs.count) outputs: only a plain chain of layers can be imported")
        }
        blob = layer.outputs[0]
        index += 1
        return (name, layer.inputs.count == 3)
    }

    /// Requires that hidden and cell state of the LSTM that stands next are as many numbers as it has units.
    func requireStates(ofUnits units: Int, _ name: String) throws(ImportError) {
        guard let (hidden, cell) = states[blob] else { return }
        for state in [hidden, cell] where state.count ?? units != units {
            throw malformed(
                name, "has \(units) units, but takes \(state.count ?? 0) numbers of state out of “\(state.input.prefix(80))”")
        }
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

    private static func kindName(of layer: CoreMLLayer) -> String {
        switch layer.kind {
        case .convolution: "convolution"
        case .activation(let activation): activationName(activation)
        case .innerProduct: "inner product"
        case .batchNormalisation: "batch normalisation"
        case .softmax: "softmax"
        case .permute: "permute"
        case .lstm: "LSTM"
        case .concatenation: "concatenation"
        case .reshape: "reshape"
        case .flatten: "flatten"
        case .slice: "slice"
        case .split: "split"
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
