public import Models
public import MotionCore

/// One network in both arithmetics: as it was trained, and as it runs.
public struct NetworkPair: Sendable {
    /// What both are for.
    public let description: ModelDescription
    public let float: FloatNetwork
    public let quantized: QuantizedNetwork
    /// The integer network in the form that runs.
    public let weights: NetworkWeights

    /// Packs the integer network. Traps if the two differ in their numbers of inputs or labels, which those of a model that was
    /// read never do.
    ///
    /// - Throws: why the integer network cannot run in windows as they are described, or `kernels`.
    public init(_ source: FloatModel, quantized: QuantizedNetwork) throws(NetworkError) {
        let description = source.description
        weights = try NetworkWeights(quantized, for: description)
        precondition(
            quantized.inputs == description.inputs.count && quantized.labels == description.labels.count
                && source.network.inputs == quantized.inputs && source.network.labels == quantized.labels,
            "both networks must be the same but for their arithmetic")
        self.description = description
        float = source.network
        self.quantized = quantized
    }

    /// The float network with its description.
    public var floatModel: FloatModel { FloatModel(description, float) }
}
