import Formatting
import MotionCore

extension ModelReader {
    /// The float network of the file.
    func float(_ plan: LayerPlan, _ description: ModelDescription) throws(ModelFileError) -> FloatNetwork {
        var columns = description.inputs.count
        var convolution: ConvolutionLayer?
        if let outputs = plan.convolution {
            let weights = try matrix("float.convolution.weight", outputs, description.window * columns)
            convolution = ConvolutionLayer(
                weights: weights, bias: try vector("float.convolution.bias", outputs), inputs: columns)
            columns = outputs
        }
        var front: [FrontLayer] = []
        for (index, layer) in (plan.front ?? []).enumerated() {
            front.append(try floatFront(layer, at: index, columns: columns))
            columns = layer.rows(of: columns)
        }
        var lstm: [LSTMLayer] = []
        for (index, units) in plan.lstm.enumerated() {
            lstm.append(
                LSTMLayer(
                    inputWeights: try matrix("float.lstm.\(index).input.weight", 4 * units, columns),
                    hiddenWeights: try matrix("float.lstm.\(index).hidden.weight", 4 * units, units),
                    bias: try vector("float.lstm.\(index).bias", 4 * units), cell: plan.cell(index)))
            columns = units
        }
        var dense: [DenseLayer] = []
        for (index, layer) in plan.dense.enumerated() {
            let weights = try matrix("float.dense.\(index).weight", layer.units, columns)
            let bias = try vector("float.dense.\(index).bias", layer.units)
            dense.append(DenseLayer(weights: weights, bias: bias, rectified: layer.rectified))
            columns = layer.units
        }
        return FloatNetwork(convolution: convolution, front: front, lstm: lstm, dense: dense)
    }

    private func floatFront(
        _ layer: LayerPlan.FrontPlan, at index: Int, columns: Int
    ) throws(ModelFileError) -> FrontLayer {
        let operation = try FrontOperation(layer.kind) { () throws(ModelFileError) in
            let rows = layer.rows(of: columns)
            return DenseLayer(
                weights: try matrix("float.front.\(index).weight", rows, layer.taps * columns),
                bias: try vector("float.front.\(index).bias", rows), rectified: layer.rectified ?? false)
        }
        return FrontLayer(field: layer.field, columns: columns, operation: operation)
    }

    private func integerFront(
        _ layer: LayerPlan.FrontPlan, at index: Int, columns: Int, format: Int
    ) throws(ModelFileError) -> QuantizedFrontLayer {
        let operation = try FrontOperation(layer.kind) { () throws(ModelFileError) in
            let term = Term(suffix: "", columns: layer.taps * columns)
            let map = try affine("q15.front.\(index)", layer.rows(of: columns), [term], format)
            return QuantizedDense(affine: map, rectified: layer.rectified ?? false)
        }
        return QuantizedFrontLayer(field: layer.field, columns: columns, operation: operation)
    }

    /// The integer network of the file, which is proved free of overflow as it is made.
    func quantized(_ plan: LayerPlan, _ description: ModelDescription) throws(ModelFileError) -> QuantizedNetwork {
        let formats: StoredFormats = try decoded("q15.formats")
        let planned = plan.front ?? []
        guard formats.dense.count == plan.dense.count, (formats.convolution == nil) == (plan.convolution == nil),
            formats.front?.count == plan.front?.count
        else {
            throw fault("has Q-formats that do not match its layers")
        }
        var columns = description.inputs.count
        var convolution: QuantizedAffine?
        if let outputs = plan.convolution {
            let term = Term(suffix: "", columns: description.window * columns, panelWidth: columns)
            convolution = try affine("q15.convolution", outputs, [term], formats.convolution ?? 0)
            columns = outputs
        }
        var front: [QuantizedFrontLayer] = []
        for (index, layer) in planned.enumerated() {
            front.append(try integerFront(layer, at: index, columns: columns, format: formats.front?[index] ?? 0))
            columns = layer.rows(of: columns)
        }
        var lstm: [QuantizedAffine] = []
        for (index, units) in plan.lstm.enumerated() {
            let terms = [Term(suffix: ".input", columns: columns), Term(suffix: ".hidden", columns: units)]
            lstm.append(try affine("q15.lstm.\(index)", 4 * units, terms, 12))
            lstm[index].cell = plan.cell(index)
            columns = units
        }
        var dense: [QuantizedDense] = []
        for (index, layer) in plan.dense.enumerated() {
            let map = try affine("q15.dense.\(index)", layer.units, [Term(suffix: "", columns: columns)], formats.dense[index])
            dense.append(QuantizedDense(affine: map, rectified: layer.rectified))
            columns = layer.units
        }
        let detector = try detector(reading: plan.lstm.last, labels: description.labels.count)
        do throws(NetworkError) {
            return try QuantizedNetwork(
                inputFractionBits: formats.input, convolution: convolution, front: front, lstm: lstm, dense: dense,
                detector: detector)
        } catch {
            throw fault("cannot run: \(error.description)")
        }
    }

    /// What tells windows that are unlike all that was learned; nil if the file names none.
    ///
    /// - Parameter units: of the last LSTM layer; nil without one.
    private func detector(reading units: Int?, labels: Int) throws(ModelFileError) -> QuantizedDetector? {
        guard file.metadata["detector"] != nil else {
            guard !file.tensors.keys.contains(where: { $0.hasPrefix("q15.detector.") }) else {
                throw fault("has tensors of a detector without the metadata “detector”; train it again")
            }
            return nil
        }
        let stored: StoredDetector = try decoded("detector")
        guard let units else { throw fault("has a detector and no LSTM that it could read; train it again") }
        guard (1...QuantizedDetector.mostRows).contains(stored.rows),
            (1...QuantizedDetector.mostPrototypes).contains(stored.prototypes)
        else { throw fault("has metadata “detector” out of range: 1 … 16 rows, and 1 … 16 prototypes a label") }
        let projection = try affine("q15.detector", stored.rows, [Term(suffix: "", columns: units)], stored.format)
        let prototypes = try file.integers(
            Int16.self, named: "q15.detector.prototypes", shape: [labels, stored.prototypes, stored.rows], file: path)
        let limits = try file.integers(Int64.self, named: "q15.detector.limits", shape: [labels], file: path)
        let range = 0...Int64(UInt32.max)
        guard limits.allSatisfy(range.contains) else { throw fault("has a detector's limit outside 0 … 4,294,967,295") }
        return QuantizedDetector(projection: projection, prototypes: prototypes, limits: limits.map { UInt32($0) })
    }

    private struct Term {
        let suffix: String
        let columns: Int
        var panelWidth = QuantizedMatrix.panelColumns
    }

    private func affine(
        _ name: String, _ rows: Int, _ terms: [Term], _ fractionBits: Int
    ) throws(ModelFileError) -> QuantizedAffine {
        let blocks = (rows + QuantizedMatrix.blockRows - 1) / QuantizedMatrix.blockRows
        var matrices: [QuantizedMatrix] = []
        for term in terms {
            let panels = (term.columns + term.panelWidth - 1) / term.panelWidth
            let (weights, storage) = try weights("\(name)\(term.suffix).weight", [rows, term.columns])
            let shifts = try file.integers(
                UInt8.self, named: "\(name)\(term.suffix).shift", shape: [blocks, panels], file: path)
            matrices.append(
                QuantizedMatrix(
                    rows: rows, columns: term.columns, panelWidth: term.panelWidth, weights: weights, shifts: shifts,
                    storage: storage))
        }
        return QuantizedAffine(
            terms: matrices, bias: try file.integers(Int32.self, named: "\(name).bias", shape: [rows], file: path),
            outputShifts: try file.integers(UInt8.self, named: "\(name).output_shift", shape: [blocks], file: path),
            outputFractionBits: fractionBits)
    }

    /// Weights as the file has them: a tensor of 8 bits makes a matrix of bytes.
    private func weights(_ name: String, _ shape: [Int]) throws(ModelFileError) -> ([Int16], QuantizedMatrix.Storage) {
        if file.tensors[name]?.elementType == .int8 {
            return (try file.integers(Int8.self, named: name, shape: shape, file: path).map { Int16($0) }, .bytes)
        }
        return (try file.integers(Int16.self, named: name, shape: shape, file: path), .words)
    }

    private func matrix(_ name: String, _ rows: Int, _ columns: Int) throws(ModelFileError) -> FloatMatrix {
        FloatMatrix(rows: rows, columns: columns, values: try file.floats(named: name, shape: [rows, columns], file: path))
    }

    private func vector(_ name: String, _ count: Int) throws(ModelFileError) -> [Float] {
        try file.floats(named: name, shape: [count], file: path)
    }
}
