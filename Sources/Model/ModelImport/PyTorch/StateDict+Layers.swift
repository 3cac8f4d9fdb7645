import Formatting
import Models

extension StateDict {
    // MARK: - LSTM layers

    /// All LSTM layers in the order of the data: those of one module by number, several modules by their widths.
    func lstmLayers() throws(ImportError) -> [LSTMLayer] {
        var layers: [String: [LSTMLayer]] = [:]
        for module in recurrent.keys.sorted() { layers[module] = try lstmLayers(of: module) }
        let modules = layers.map { name, layers in
            NamedModule(name: name, inputs: layers[0].inputWeights.columns, outputs: layers[layers.count - 1].units)
        }
        return try ordered(modules, reading: nil, "LSTM").flatMap { layers[$0.name] ?? [] }
    }

    private func lstmLayers(of module: String) throws(ImportError) -> [LSTMLayer] {
        let parts = recurrent[module] ?? [:]
        var layers: [LSTMLayer] = []
        for number in 0..<((parts.keys.max() ?? 0) + 1) {
            guard let found = parts[number], found.isSuperset(of: ["weight_ih", "weight_hh"]) else {
                throw malformed(module, "lacks weight_ih_l\(number) or weight_hh_l\(number): save the whole state dict")
            }
            let layer = try lstmLayer(module, number, hasBias: try hasBias(found, module, number))
            if let width = layers.last?.units, width != layer.inputWeights.columns {
                throw malformed(
                    module, "has a layer \(number) that reads \(layer.inputWeights.columns) numbers, but is given \(width)")
            }
            layers.append(layer)
        }
        return layers
    }

    private func hasBias(_ found: Set<String>, _ module: String, _ number: Int) throws(ImportError) -> Bool {
        let count = found.intersection(["bias_ih", "bias_hh"]).count
        guard count != 1 else {
            throw malformed(module, "has one of bias_ih_l\(number) and bias_hh_l\(number), but not both: save the whole state dict")
        }
        return count == 2
    }

    private func lstmLayer(_ module: String, _ number: Int, hasBias: Bool) throws(ImportError) -> LSTMLayer {
        func name(_ tensor: String) -> String { Self.joined(module, "\(tensor)_l\(number)") }
        let hidden = shape(name("weight_hh"))
        let input = shape(name("weight_ih"))
        guard hidden.count == 2, input.count == 2 else {
            throw malformed(module, "has weights of layer \(number) that are no matrices: save the state dict of an nn.LSTM")
        }
        let units = try size(hidden[1], module)
        let columns = try size(input[1], module)
        guard hidden[0] != 3 * units else { return try gruLayer(module, number, units, columns, hasBias: hasBias) }
        guard hidden[0] == 4 * units else {
            let kind = hidden[0] == units ? "is a plain RNN" : "is no LSTM"
            throw unsupported(
                module,
                "\(kind) (weight_hh_l\(number) has \(hidden[0]) rows for \(units) units, an LSTM has \(4 * units)): train an nn.LSTM"
            )
        }
        var bias = [Float](repeating: 0, count: 4 * units)
        if hasBias {
            let both = [
                try floats(name("bias_ih"), [4 * units], of: module), try floats(name("bias_hh"), [4 * units], of: module),
            ]
            bias = zip(both[0], both[1]).map { $0 + $1 }
        }
        return LSTMLayer(
            inputWeights: FloatMatrix(
                rows: 4 * units, columns: columns,
                values: GateOrder.ifgo.exchanged(try floats(name("weight_ih"), [4 * units, columns], of: module))),
            hiddenWeights: FloatMatrix(
                rows: 4 * units, columns: units,
                values: GateOrder.ifgo.exchanged(try floats(name("weight_hh"), [4 * units, units], of: module))),
            bias: GateOrder.ifgo.exchanged(bias))
    }

    private func gruLayer(
        _ module: String, _ number: Int, _ units: Int, _ columns: Int, hasBias: Bool
    ) throws(ImportError) -> LSTMLayer {
        func matrix(_ tensor: String, _ columns: Int) throws(ImportError) -> FloatMatrix {
            let name = Self.joined(module, "\(tensor)_l\(number)")
            return FloatMatrix(
                rows: 3 * units, columns: columns, values: try floats(name, [3 * units, columns], of: module))
        }
        func bias(_ tensor: String) throws(ImportError) -> [Float] {
            guard hasBias else { return [Float](repeating: 0, count: 3 * units) }
            return try floats(Self.joined(module, "\(tensor)_l\(number)"), [3 * units], of: module)
        }
        return LSTMLayer(
            resetFirst: try matrix("weight_ih", columns), hidden: try matrix("weight_hh", units),
            inputBias: try bias("bias_ih"), hiddenBias: try bias("bias_hh"))
    }

    // MARK: - Linear layers

    /// All linear layers in the order of the data, the first reading `width` numbers.
    func denseLayers(reading width: Int, rectifiesHidden: Bool) throws(ImportError) -> [DenseLayer] {
        guard !linear.isEmpty else {
            throw unsupported(
                nil, "has no linear layer after its LSTM: train it with an nn.Linear that gives one number per class")
        }
        var modules: [NamedModule] = []
        for module in linear.keys.sorted() {
            let shape = shape(Self.joined(module, "weight"))
            modules.append(NamedModule(name: module, inputs: try size(shape[1], module), outputs: try size(shape[0], module)))
        }
        var layers: [DenseLayer] = []
        for module in try ordered(modules, reading: width, "linear") {
            let weights = try floats(Self.joined(module.name, "weight"), [module.outputs, module.inputs], of: module.name)
            let bias =
                linear[module.name] == true
                ? try floats(Self.joined(module.name, "bias"), [module.outputs], of: module.name)
                : [Float](repeating: 0, count: module.outputs)
            layers.append(
                DenseLayer(
                    weights: FloatMatrix(rows: module.outputs, columns: module.inputs, values: weights), bias: bias,
                    rectified: rectifiesHidden && layers.count < modules.count - 1))
        }
        return layers
    }

    // MARK: - Order and size

    private func ordered(_ modules: [NamedModule], reading width: Int?, _ kind: String) throws(ImportError) -> [NamedModule] {
        let shown = modules.sorted { $0.name < $1.name }.prefix(6).map(\.shown).joined(separator: ", ")
        switch ModuleOrder(modules, reading: width) {
        case .chain(let chain): return chain
        case .none:
            let start = width.map { ", the first reading the \($0) units of the LSTM" } ?? ""
            throw unsupported(
                nil,
                "has \(kind) layers that form no chain\(start): \(shown); only LSTM layers and linear layers after them can be imported"
            )
        case .ambiguous:
            throw unsupported(
                nil, "has \(kind) layers that could follow one another in several orders: \(shown); number their names")
        }
    }

    private func size(_ value: Int, _ module: String) throws(ImportError) -> Int {
        guard (1...ImportSettings.sizeLimit).contains(value) else {
            throw unsupported(module, "has a size of \(value) where 1 to \(ImportSettings.sizeLimit) can be imported")
        }
        return value
    }
}
