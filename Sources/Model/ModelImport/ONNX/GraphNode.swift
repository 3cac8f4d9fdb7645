/// A node of the graph with its attributes by name.
struct GraphNode {
    let kind: String
    let domain: String
    /// For messages.
    let name: String
    let inputs: [String]
    let outputs: [String]
    private let attributes: [String: ONNXAttribute]

    init(_ node: ONNXNode, number: Int) {
        kind = node.operatorName
        domain = node.domain
        inputs = node.inputs
        outputs = node.outputs
        let own = node.name.isEmpty ? node.outputs.first ?? "" : node.name
        name = own.isEmpty ? "number \(number)" : String(own.prefix(80))
        attributes = Dictionary(node.attributes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Whether the input is named; optional ones may be left out or empty.
    func has(_ index: Int) -> Bool { index < inputs.count && !inputs[index].isEmpty }

    func has(_ attribute: String) -> Bool { attributes[attribute] != nil }

    func integer(_ name: String) -> Int? { attributes[name].map { Int($0.integer) } }
    func integers(_ name: String) -> [Int]? { attributes[name].map { $0.integers.map { Int($0) } } }
    func float(_ name: String, or standard: Float) -> Float { attributes[name]?.float ?? standard }
    func text(_ name: String) -> String? { attributes[name].map { String(decoding: $0.text, as: UTF8.self) } }
    func texts(_ name: String) -> [String]? { attributes[name].map { $0.texts.map { String(decoding: $0, as: UTF8.self) } } }
    func tensor(_ name: String) throws(GraphFault) -> GraphValue? { try attributes[name]?.tensor.constant() }
    func floats(_ name: String) -> [Float]? { attributes[name]?.floats }
}

/// What a name in the graph stands for.
enum GraphValue: Sendable {
    /// Numbers that are known: weights.
    case floats(ConstantTensor<Float>)
    /// Sizes, or what is computed from them.
    case extents(ConstantTensor<GraphExtent>)
    /// Zeros in a shape that need not be known.
    case zeros
    /// What a network makes of the window.
    case signal(GraphSignal)
    /// Several of one shape, stacked along an axis of one place each.
    case stack([GraphSignal], axis: Int)
    /// Nothing that can be imported; an error only for those who read it.
    case refused(ImportError)
}
