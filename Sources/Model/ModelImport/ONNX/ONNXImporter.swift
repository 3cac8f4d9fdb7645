import Formatting
public import Models

/// Reads ONNX files: stacked forward LSTM layers, then dense layers, as PyTorch, Keras and this package write them.
///
/// The graph is followed, not executed: what turns axes is accepted in any order, sizes are computed, and everything that changes
/// numbers must be a layer that a `FloatNetwork` has. What a graph does to its input feature by feature before the first layer
/// becomes the inputs' offset and scale; batch normalisation between layers is folded into them. A softmax that is missing at the
/// end is added.
///
/// A graph holds no labels, and perhaps no window; what this package exported says both, and all else, in its metadata. Everything
/// that cannot be imported is refused by name, if it has a part in the answer. No file makes it trap: sizes are bounded before they
/// are multiplied, and every array is checked against its shape.
public enum ONNXImporter {
    /// Largest file that is read, in bytes.
    public static let fileLimit = ONNXFormat.file.byteLimit

    /// The model in an `.onnx` file.
    public static func model(
        fromFileAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        try model(from: ONNXFormat.file.bytes(at: path), file: path, overrides: overrides)
    }

    /// The model in the bytes of an `.onnx` file; `file` names it in errors.
    public static func model(
        from bytes: [UInt8], file: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        let source = try parsed(bytes, file: file)
        guard let version = source.operatorSets.first(where: { $0.domain.isEmpty || $0.domain == "ai.onnx" })?.version else {
            throw ImportError(
                .malformed, file: file, problem: "does not say which version of ONNX' operators it uses: export it again")
        }
        guard (7...1_000).contains(version) else {
            throw ImportError(
                .unsupported, file: file, problem: "uses version \(version) of ONNX' operators: export it with opset 13 or newer")
        }
        let reader = try GraphReader(source.graph, version: Int(version), file: file)
        let result: (name: String, signal: GraphSignal)
        do throws(ImportError) {
            result = try answer(of: source.graph, reader, file: file)
        } catch {
            // Of a loop on the way to the outputs what is computed for it, or of it, is no reason of its own.
            throw loop(in: source, file: file) ?? error
        }
        let network: FloatNetwork
        do throws(GraphFault) {
            network = try result.signal.network()
        } catch {
            throw ImportError(
                error.code, file: file, problem: "has an output “\(result.name.prefix(80))” whose graph \(error.problem)")
        }
        let entries = Dictionary(source.metadata.map { ($0.key, $0.value) }) { first, _ in first }
        let settings = ForeignSettings(
            kind: "is an ONNX model that says nothing of what it is for", normalisation: "its graph", network: network,
            signal: result.signal)
        return try settings.model(try DeclaredSettings(entries, file: file), ImportSettings(file: file, overrides: overrides))
    }

    private static func parsed(_ bytes: [UInt8], file: String) throws(ImportError) -> ONNXModel {
        let model: ONNXModel = try ONNXFormat.file.message(bytes, file: file)
        guard model.irVersion >= 1, !model.graph.nodes.isEmpty else { throw ONNXFormat.file.damage(file) }
        return model
    }

    /// That the outputs of a model depend on a recurrent layer that is a loop, in its graph or in a function.
    private static func loop(in model: ONNXModel, file: String) -> ImportError? {
        let functions = model.functions.filter { $0.nodes.contains { ONNXFormat.loops.contains($0.operatorName) } }
        let loops = ONNXFormat.loops.union(functions.map { "\($0.domain)/\($0.name)" })
        func isLoop(_ node: ONNXNode) -> Bool {
            loops.contains(node.domain.isEmpty ? node.operatorName : "\(node.domain)/\(node.operatorName)")
        }
        // From the last node to the first: each reads what stands before it.
        var wanted = Set(model.graph.outputs.map(\.name))
        for (index, node) in model.graph.nodes.enumerated().reversed() where node.outputs.contains(where: wanted.contains) {
            wanted.formUnion(node.inputs)
            guard isLoop(node) else { continue }
            let kind = ONNXFormat.shown(node.operatorName)
            return ImportError(
                .unsupported, file: file, layer: GraphNode(node, number: index + 1).name, problem: "(\(kind)) \(ONNXFormat.loop)")
        }
        return nil
    }

    /// The one output that classifies windows; of two the one with the probabilities.
    private static func answer(
        of graph: ONNXGraph, _ reader: GraphReader, file: String
    ) throws(ImportError) -> (name: String, signal: GraphSignal) {
        var refusal: ImportError?
        var all: [(name: String, signal: GraphSignal)] = []
        for output in graph.outputs {
            switch reader.value(output.name) {
            case .signal(let signal): all.append((output.name, signal))
            case .refused(let error): refusal = refusal ?? error
            case nil:
                refusal =
                    refusal
                    ?? ImportError(
                        .malformed, file: file,
                        problem: "has an output “\(output.name.prefix(80))” that nothing writes: export it again")
            default: continue
            }
        }
        var candidates = all.count == 1 && graph.outputs.count == 1 ? all : all.filter { !$0.signal.dense.isEmpty }
        if candidates.count > 1 { candidates = candidates.filter(\.signal.isProbability) }
        if let only = candidates.first, candidates.count == 1 { return only }
        if let refusal, candidates.isEmpty { throw refusal }
        throw ImportError(
            .unsupported, file: file,
            problem:
                "has \(graph.outputs.count) outputs, of which \(all.count) are of the network, and none is the one that classifies: "
                + "export a model with one output")
    }
}
