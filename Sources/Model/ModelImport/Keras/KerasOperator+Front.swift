import MotionCore

/// Convolutions along samples, and pooling.
extension KerasOperator {
    func convolved() throws(GraphFault) -> GraphSignal {
        try requireFeaturesLast()
        guard layer.settings["groups"]?.whole ?? 1 == 1 else {
            throw .unsupported("is a convolution in groups of features: train it with groups=1")
        }
        let hasBias = layer.flag("use_bias", or: true)
        let weights = try file.weights(of: layer, ["kernel"] + (hasBias ? ["bias"] : []))
        guard let kernel = weights["kernel"], kernel.shape.count == 3,
            kernel.shape.allSatisfy({ (1...ImportSettings.sizeLimit).contains($0) }), case let outputs = kernel.shape[2],
            case let bias = weights["bias"]?.values ?? [Float](repeating: 0, count: outputs), bias.count == outputs,
            kernel.shape[0] * kernel.shape[1] <= NetworkLimits.matrixWeights / outputs
        else { throw .malformed("has weights whose shapes are no convolution's: save the model again") }
        let stride = try whole("strides", or: 1)
        let dilation = try whole("dilation_rate", or: 1)
        let padding = layer.settings["padding"]?.text ?? "valid"
        guard ["valid", "causal"].contains(padding) || (padding == "same" && kernel.shape[0] == 1) else {
            throw .unsupported(
                "reads samples that come later (padding=\(padding.prefix(20))), which live motion has not yet: train it with "
                    + "padding=\"causal\" or \"valid\"")
        }
        let field = SampleField(taps: kernel.shape[0], stride: stride, dilation: dilation, isCausal: padding == "causal")
        // Of each tap a row for each feature, as of a dense layer that reads all of them.
        let flat = HDF5Numbers(shape: [kernel.shape[0] * kernel.shape[1], outputs], values: kernel.values)
        return try signal.convolved(field, Self.rows(flat, [0]), bias: bias)
    }

    func pooled(_ kind: FrontKind) throws(GraphFault) -> GraphSignal {
        try requireFeaturesLast()
        let taps = try whole("pool_size", or: 2)
        let stride = try whole("strides", or: taps)
        let padding = layer.settings["padding"]?.text ?? "valid"
        guard let signal = padding == "valid" ? signal : try signal.withoutPadding(taps: taps, stride: stride) else {
            throw .unsupported(
                "pools samples that are not there (padding=\(padding.prefix(20))): train it with padding=\"valid\", or windows "
                    + "of a multiple of its strides")
        }
        return try signal.pooled(kind, taps: taps, stride: stride)
    }

    func pooledWhole(_ kind: FrontKind) throws(GraphFault) -> GraphSignal {
        guard signal.lstm.isEmpty else { throw .unsupported(KerasFormat.poolingBehindLSTM) }
        try requireFeaturesLast()
        return try signal.pooledWhole(kind, keepsAxis: layer.flag("keepdims"))
    }

    /// A number that may be written as a list of one; null is the usual one.
    private func whole(_ key: String, or usual: Int) throws(GraphFault) -> Int {
        let value = layer.settings[key]
        guard let value, !value.isNull else { return usual }
        guard let number = value.whole ?? (value.values?.count == 1 ? value.values?.first?.whole : nil),
            (1...ImportSettings.sizeLimit).contains(number)
        else { throw .malformed("has a \(key) that is no number of samples: save the model again") }
        return number
    }

    func requireFeaturesLast() throws(GraphFault) {
        guard layer.settings["data_format"]?.text ?? "channels_last" == "channels_last" else {
            throw .unsupported("puts features before samples (data_format): train it with channels_last")
        }
    }
}
