import Files
import Formatting
public import Models
import MotionCore

/// Writes the float network as an ONNX graph of standard operators, which `ONNXImporter` reads as the same model.
///
/// The graph takes `window`, `[batch, samples, inputs]` in the units of the model's inputs, and gives `probabilities`,
/// `[batch, labels]`; what training did to the inputs is part of it. Where slots carry their state between windows it also takes
/// `hidden_0`, `cell_0` … `[1, batch, units]`, zeros for the first window, and gives the next ones as `hidden_0_after` … Labels,
/// window, hop, rate and inputs stand in the metadata.
public enum ONNXExporter {
    /// Writes a model, replacing what stood at `path`, all or nothing.
    public static func write(_ model: FloatModel, toFileAt path: String) throws(ModelFileError) {
        let bytes = try bytes(of: model, named: path)
        do throws(FileError) {
            try WholeFile.replace(fileAt: path, with: bytes)
        } catch {
            throw ModelFileError(
                error.code == .unwritable ? .unwritable : .unreadable, file: error.file, problem: Sentence(error.problem))
        }
    }

    /// The bytes of the file; the same model gives the same bytes. `path` names it in errors.
    ///
    /// - Throws: `unwritable` with what a model file may not hold either.
    public static func bytes(of model: FloatModel, named path: String) throws(ModelFileError) -> [UInt8] {
        guard model.network.lstm.allSatisfy({ $0.cell == .lstm || $0.isGRUElsewhere }) else {
            throw ModelFileError(
                .unwritable, file: path,
                problem: "cannot be written: a GRU layer of it has weights that no GRU of other tools has")
        }
        let entries = try model.entries(forFile: path)
        var file = ONNXModel()
        // Opset 17 goes with version 8 of the file.
        file.irVersion = 8
        file.producerName = "motionq"
        file.operatorSets = [ONNXOperatorSet(version: 17)]
        file.graph = GraphWriter.graph(of: model)
        file.metadata = entries.sorted { $0.key < $1.key }.map { ProtobufEntry(key: $0.key, value: $0.value) }
        let bytes = ProtobufWriter.bytes(of: file)
        // Others read no message of 2 GB.
        guard bytes.count < Int32.max else {
            throw ModelFileError(.unwritable, file: path, problem: "cannot be written: the network is too large for an ONNX file")
        }
        return bytes
    }
}

/// The graph in the making: each step reads what the one before it wrote.
private struct GraphWriter {
    private var graph = ONNXGraph()
    /// What the last step wrote.
    private var last = "window"

    static func graph(of model: FloatModel) -> ONNXGraph {
        let description = model.description
        let network = model.network
        var writer = Self()
        writer.graph.name = "motionq"
        writer.graph.inputs = [value("window", [nil, description.window, description.inputs.count])]
        writer.normalise(description.inputs)
        if let convolution = network.convolution {
            writer.add("Flatten", "flat", integers: ["axis": 1])
            writer.addDense("convolution", convolution.weights, convolution.bias, isRectified: true)
            if !network.lstm.isEmpty { writer.add("Unsqueeze", "sequence", [writer.axes([0])]) }
        } else if !network.front.isEmpty {
            writer.addFront(network.front, isAlone: network.lstm.isEmpty)
        } else {
            writer.add("Transpose", "sequence", lists: ["perm": [1, 0, 2]])
        }
        for (index, layer) in network.lstm.enumerated() {
            let isLast = index == network.lstm.count - 1
            writer.add(layer, index, isLast: isLast, carriesState: description.statePolicy == .carry)
        }
        for (index, layer) in network.dense.enumerated() {
            writer.addDense("dense_\(index)", layer.weights, layer.bias, isRectified: layer.rectified)
        }
        writer.add("Softmax", "probabilities", integers: ["axis": -1])
        writer.graph.outputs.insert(value("probabilities", [nil, network.labels]), at: 0)
        return writer.graph
    }

    private mutating func normalise(_ inputs: [InputFeature]) {
        if inputs.contains(where: { $0.offset != 0 }) {
            add("Sub", "shifted", [weights("offset", inputs.map(\.offset), [inputs.count])])
        }
        if inputs.contains(where: { $0.scale != 1 }) {
            add("Mul", "scaled", [weights("scale", inputs.map(\.scale), [inputs.count])])
        }
    }

    /// Layers along the samples, which ONNX has last: windows × features × samples.
    ///
    /// - Parameter isAlone: whether dense layers read the one output of a window, and no LSTM does.
    private mutating func addFront(_ layers: [FrontLayer], isAlone: Bool) {
        add("Transpose", "along", lists: ["perm": [0, 2, 1]])
        for (index, layer) in layers.enumerated() {
            let (name, field) = ("front_\(index)", layer.field)
            switch layer.operation {
            case .convolution(let map):
                // [output][tap][feature] → [output][feature][tap]
                let values = (0..<map.weights.rows).flatMap { row in
                    (0..<layer.columns).flatMap { feature in
                        (0..<field.taps).map { map.weights[row, $0 * layer.columns + feature] }
                    }
                }
                let inputs = [
                    weights("\(name)_weight", values, [map.weights.rows, layer.columns, field.taps]),
                    weights("\(name)_bias", map.bias, [map.bias.count]),
                ]
                add(
                    "Conv", name, inputs,
                    lists: [
                        "strides": [field.stride], "dilations": [field.dilation], "pads": [field.isCausal ? field.span - 1 : 0, 0],
                    ])
                if map.rectified { add("Relu", "\(name)_relu") }
            case .maximum, .average:
                let kind = layer.operation.kind == .maximum ? "MaxPool" : "AveragePool"
                add(kind, name, lists: ["kernel_shape": [field.taps], "strides": [field.stride]])
            }
        }
        if isAlone {
            add("Flatten", "features", integers: ["axis": 1])
        } else {
            add("Transpose", "sequence", lists: ["perm": [2, 0, 1]])
        }
    }

    private mutating func add(_ layer: LSTMLayer, _ index: Int, isLast: Bool, carriesState: Bool) {
        if layer.cell == .gru { return addGRU(layer, index, isLast: isLast, carriesState: carriesState) }
        let units = layer.units
        let zeros = [Float](repeating: 0, count: 4 * units)
        var inputs = [
            weights(
                "lstm_\(index)_W", GateOrder.iofg.exchanged(layer.inputWeights.values), [1, 4 * units, layer.inputWeights.columns]),
            weights("lstm_\(index)_R", GateOrder.iofg.exchanged(layer.hiddenWeights.values), [1, 4 * units, units]),
            weights("lstm_\(index)_B", GateOrder.iofg.exchanged(layer.bias) + zeros, [1, 8 * units]),
        ]
        let (hidden, cell) = ("hidden_\(index)", "cell_\(index)")
        if carriesState {
            inputs += ["", hidden, cell]
            graph.inputs += [hidden, cell].map { Self.value($0, [1, nil, units]) }
            graph.outputs += [hidden, cell].map { Self.value("\($0)_after", [1, nil, units]) }
        }
        let outputs = ["steps_\(index)", "\(hidden)_after"] + (carriesState ? ["\(cell)_after"] : [])
        add("LSTM", outputs, inputs, integers: ["hidden_size": units])
        handOn(outputs, index, isLast: isLast)
    }

    private mutating func addGRU(_ layer: LSTMLayer, _ index: Int, isLast: Bool, carriesState: Bool) {
        let (units, columns, parts) = (layer.units, layer.inputWeights.columns, layer.gruParts)
        var inputs = [
            weights("gru_\(index)_W", parts.input, [1, 3 * units, columns]),
            weights("gru_\(index)_R", parts.hidden, [1, 3 * units, units]),
            weights("gru_\(index)_B", parts.inputBias + parts.hiddenBias, [1, 6 * units]),
        ]
        let hidden = "hidden_\(index)"
        if carriesState {
            inputs += ["", hidden]
            graph.inputs.append(Self.value(hidden, [1, nil, units]))
            graph.outputs.append(Self.value("\(hidden)_after", [1, nil, units]))
        }
        let outputs = ["steps_\(index)", "\(hidden)_after"]
        add("GRU", outputs, inputs, integers: ["hidden_size": units, "linear_before_reset": 1])
        handOn(outputs, index, isLast: isLast)
    }

    /// The last step of a recurrent layer, or all steps for the next one.
    private mutating func handOn(_ outputs: [String], _ index: Int, isLast: Bool) {
        if isLast {
            last = outputs[1]
            add("Squeeze", "features", [axes([0])])
        } else {
            last = outputs[0]
            add("Squeeze", "sequence_\(index + 1)", [axes([1])])
        }
    }

    private mutating func addDense(_ name: String, _ matrix: FloatMatrix, _ bias: [Float], isRectified: Bool) {
        let inputs = [
            weights("\(name)_weight", matrix.values, [matrix.rows, matrix.columns]), weights("\(name)_bias", bias, [bias.count]),
        ]
        add("Gemm", name, inputs, integers: ["transB": 1])
        if isRectified { add("Relu", "\(name)_relu") }
    }

    // MARK: - Nodes and numbers

    private mutating func add(
        _ kind: String, _ output: String, _ more: [String] = [], integers: [String: Int] = [:], lists: [String: [Int]] = [:]
    ) {
        add(kind, [output], more, integers: integers, lists: lists)
        last = output
    }

    private mutating func add(
        _ kind: String, _ outputs: [String], _ more: [String], integers: [String: Int] = [:], lists: [String: [Int]] = [:]
    ) {
        var node = ONNXNode(inputs: [last] + more, outputs: outputs, name: outputs[0], operatorName: kind)
        for (name, number) in integers.sorted(by: { $0.key < $1.key }) {
            node.attributes.append(ONNXAttribute(name: name, integer: Int64(number), type: ONNXFormat.integer))
        }
        for (name, numbers) in lists.sorted(by: { $0.key < $1.key }) {
            node.attributes.append(ONNXAttribute(name: name, integers: numbers.map { Int64($0) }, type: ONNXFormat.integers))
        }
        graph.nodes.append(node)
    }

    private mutating func weights(_ name: String, _ values: [Float], _ shape: [Int]) -> String {
        tensor(name, ONNXFormat.floatElements, shape, values.flatMap { Self.bytes($0.bitPattern) })
    }

    /// Axes as an input, which may be there already.
    private mutating func axes(_ numbers: [Int]) -> String {
        let name = "axes_" + numbers.map(String.init).joined(separator: "_")
        guard !graph.initializers.contains(where: { $0.name == name }) else { return name }
        return tensor(name, ONNXFormat.integerElements, [numbers.count], numbers.flatMap { Self.bytes(UInt64($0)) })
    }

    private mutating func tensor(_ name: String, _ type: Int32, _ shape: [Int], _ bytes: [UInt8]) -> String {
        graph.initializers.append(
            ONNXTensor(dimensions: shape.map { Int64($0) }, elementType: type, name: name, rawData: bytes))
        return name
    }

    private static func bytes<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
        stride(from: 0, to: Word.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    /// An input or output of floats; the size that is nil is the batch.
    private static func value(_ name: String, _ sizes: [Int?]) -> ONNXValueInfo {
        let dimensions = sizes.map { ONNXDimension($0.map { .size(Int64($0)) } ?? .name("batch")) }
        let tensor = ONNXTensorType(elementType: ONNXFormat.floatElements, shape: ONNXShape(dimensions: dimensions))
        return ONNXValueInfo(name: name, type: ONNXValueType(tensor: tensor))
    }
}
