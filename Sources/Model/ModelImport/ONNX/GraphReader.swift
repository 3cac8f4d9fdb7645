import Formatting

/// Walks over the nodes of a graph, each of which reads what stands before it, and keeps what every name stands for.
///
/// It computes sizes and turns weights; of the window it only follows what becomes of it. What cannot be followed is refused when
/// something that matters reads it, so that what a graph does beside its classifier is no obstacle.
struct GraphReader {
    private let file: String
    /// The version of the operators.
    let version: Int
    private var values: [String: GraphValue] = [:]
    /// Numbers that were computed; a file could ask for any number of them.
    private var computed = 0
    private var budget = SignalBudget()

    /// Most numbers that are computed from others: turned weights.
    private static let mostComputed = 1 << 25

    init(_ graph: ONNXGraph, version: Int, file: String) throws(ImportError) {
        self.file = file
        self.version = version
        for tensor in graph.initializers {
            try enter(Self.value(of: tensor, file: file), tensor.name)
        }
        // Older files list weights among the inputs.
        for input in graph.inputs where values[input.name] == nil { try enter(value(of: input), input.name) }
        for (index, node) in graph.nodes.enumerated() { try read(GraphNode(node, number: index + 1)) }
    }

    func value(_ name: String) -> GraphValue? { values[name] }

    private mutating func enter(_ value: GraphValue, _ name: String) throws(ImportError) {
        guard values.updateValue(value, forKey: name) == nil else {
            throw ImportError(.malformed, file: file, problem: "writes “\(name.prefix(80))” twice: export it again")
        }
    }

    private static func value(of tensor: ONNXTensor, file: String) -> GraphValue {
        do throws(GraphFault) {
            return try tensor.constant()
        } catch {
            return .refused(
                ImportError(error.code, file: file, layer: String(tensor.name.prefix(80)), problem: Sentence(error.problem)))
        }
    }

    private func value(of input: ONNXValueInfo) -> GraphValue {
        let dimensions = input.type.tensor.shape.dimensions
        let sizes = dimensions.map { dimension -> Int? in
            if case .size(let size) = dimension.value { Int(exactly: size) } else { nil }
        }
        func refused(_ problem: String) -> GraphValue {
            .refused(ImportError(.unsupported, file: file, problem: "has an input “\(input.name.prefix(80))” \(problem)"))
        }
        guard sizes.count == 2 || sizes.count == 3 else {
            return refused("of \(sizes.count) axes: windows × samples × features are needed")
        }
        guard let features = sizes[sizes.count - 1], sizes.allSatisfy({ (1...ImportSettings.sizeLimit).contains($0 ?? 1) }) else {
            return refused("that leaves open how many features a sample has: export the model with that axis fixed")
        }
        return .signal(GraphSignal(input: input.name, sizes: Array(sizes.dropLast()), features: features))
    }

    private mutating func read(_ node: GraphNode) throws(ImportError) {
        var results: [GraphValue]
        do throws(GraphFault) {
            results = try self.results(of: node)
            for result in results { try count(result) }
        } catch {
            results = []
            let refusal = ImportError(error.code, file: file, layer: node.name, problem: Sentence(error.problem))
            for name in node.outputs where !name.isEmpty { try enter(.refused(refusal), name) }
            return
        }
        for (index, name) in node.outputs.enumerated() where !name.isEmpty {
            let beyond = ImportError(
                .unsupported, file: file, layer: node.name,
                problem: "(\(ONNXFormat.shown(node.kind))) gives “\(name.prefix(80))”, which cannot be imported")
            try enter(index < results.count ? results[index] : .refused(beyond), name)
        }
    }

    private mutating func count(_ value: GraphValue) throws(GraphFault) {
        switch value {
        case .floats(let tensor): computed += tensor.elements.count
        case .extents(let tensor): computed += tensor.elements.count
        case .signal(let signal): try budget.hold(signal)
        default: break
        }
        guard computed <= Self.mostComputed else { throw .malformed("computes more constants than any motion model has") }
    }

    /// Of a node one of whose inputs cannot be told nothing can be told either: by the first that was refused.
    private func results(of node: GraphNode) throws(GraphFault) -> [GraphValue] {
        var inputs: [GraphValue?] = []
        for name in node.inputs {
            guard !name.isEmpty else {
                inputs.append(nil)
                continue
            }
            guard let value = values[name] else {
                throw .malformed("reads “\(name.prefix(80))”, which nothing before it writes: export the model again")
            }
            if case .refused = value { return node.outputs.map { _ in value } }
            inputs.append(value)
        }
        return try GraphOperator(node: node, inputs: inputs, version: version).results()
    }
}
