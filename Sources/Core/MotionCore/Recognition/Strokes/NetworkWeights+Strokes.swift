import CMotionCore

extension NetworkWeights {
    /// Packs a network for a stream, of windows as they come or of whole strokes.
    ///
    /// - Parameters:
    ///   - strokes: how a stroke fills the window; nil for windows as they come.
    ///   - cut: how strokes are cut out of the stream.
    ///   - features: what the network reads, in the order of its inputs.
    /// - Throws: as `init(_:schedule:statePolicy:)` does, and `format` if strokes cannot be read in integers.
    package convenience init(
        _ network: QuantizedNetwork, schedule: WindowSchedule, statePolicy: StatePolicy, strokes: StrokeForm?, cut: StrokeCut?,
        features: [NetworkFeature]
    ) throws(NetworkError) {
        var settings: mq_strokes?
        if let strokes {
            guard let cut,
                let found = mq_strokes(strokes, cut, features: features, fractionBits: network.inputFractionBits)
            else { throw .format(layer: .network) }
            settings = found
        }
        try self.init(network, schedule: schedule, statePolicy: statePolicy, strokes: settings)
    }
}
