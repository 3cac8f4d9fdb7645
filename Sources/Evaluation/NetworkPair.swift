public import LSTMEngine
public import ReferenceModel
import Windows

/// One network in both arithmetics: as it was trained, and as it runs.
public struct NetworkPair: Sendable {
    public let float: FloatNetwork
    public let quantized: QuantizedNetwork
    /// The integer network in the form that runs.
    public let weights: NetworkWeights

    /// Packs the integer network. Traps if the two differ in window, hop, state policy, number of inputs or labels.
    ///
    /// - Throws: why the integer network cannot run.
    public init(float: FloatNetwork, quantized: QuantizedNetwork) throws(NetworkError) {
        weights = try NetworkWeights(quantized)
        precondition(
            quantized.schedule == WindowSchedule(length: float.window, hop: float.hop)
                && quantized.carriesState == (float.statePolicy == .carry) && quantized.inputs == float.inputs.count
                && weights.shape.labels == float.labels.count, "both networks must be the same but for their arithmetic")
        self.float = float
        self.quantized = quantized
    }
}
