public import Models
public import MotionCore

extension NetworkPair {
    /// This network with another last layer, all other bits as they were.
    ///
    /// - Parameters:
    ///   - head: reads the last LSTM layer; a row for each label. The network has no dense layer but the last.
    ///   - detector: that tells what is unlike these labels; nil: nothing does.
    ///   - description: the labels of the rows; for the rest as this network's.
    /// - Throws: `ConversionError` if its weights are too large for 32-bit sums.
    public func model(
        with head: DenseLayer, detector: QuantizedDetector? = nil, _ description: ModelDescription, provenance: [String: String]
    ) throws(ConversionError) -> Model {
        precondition(!float.lstm.isEmpty && float.dense.count == 1, "the last layer must read an LSTM")
        var network = float
        network.dense = [head]
        do throws(QuantizerError) {
            return Model(
                FloatModel(description, network), quantized: try Quantizer.quantized(quantized, with: head, detector),
                provenance: provenance)
        } catch {
            throw .quantizer(error)
        }
    }

    /// This network with a last layer that integers alone set.
    ///
    /// - Parameters:
    ///   - head: as above.
    ///   - description: as above.
    public func model(
        with head: IntegerHead, _ description: ModelDescription, provenance: [String: String]
    ) throws(NetworkError) -> Model {
        precondition(!float.lstm.isEmpty && float.dense.count == 1, "the last layer must read an LSTM")
        var network = float
        network.dense = [head.layer]
        return Model(
            FloatModel(description, network), quantized: try quantized.with(head: head), provenance: provenance)
    }
}

extension QuantizedNetwork {
    /// This network with another last layer, and nothing that tells what is unlike its labels.
    func with(head: IntegerHead) throws(NetworkError) -> QuantizedNetwork {
        try QuantizedNetwork(
            inputFractionBits: inputFractionBits, convolution: convolution, front: front, lstm: lstm,
            dense: [QuantizedDense(affine: head.affine, rectified: false)])
    }
}
