public import MotionCore

/// What a `QuantizedNetwork` is made of, to be damaged before it is made.
public struct NetworkParts: Sendable {
    public var inputFractionBits: Int
    public var convolution: QuantizedAffine?
    public var front: [QuantizedFrontLayer]
    public var lstm: [QuantizedAffine]
    public var dense: [QuantizedDense]
    public var detector: QuantizedDetector?

    public init(_ network: QuantizedNetwork) {
        inputFractionBits = network.inputFractionBits
        convolution = network.convolution
        front = network.front
        lstm = network.lstm
        dense = network.dense
        detector = network.detector
    }

    /// - Throws: what the engine refuses about it.
    public func network() throws(NetworkError) -> QuantizedNetwork {
        try QuantizedNetwork(
            inputFractionBits: inputFractionBits, convolution: convolution, front: front, lstm: lstm, dense: dense,
            detector: detector)
    }
}
