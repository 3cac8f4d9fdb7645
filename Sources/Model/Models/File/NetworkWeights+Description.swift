public import MotionCore

extension NetworkWeights {
    /// Packs a model's network for the windows that its description gives.
    ///
    /// - Parameter kernels: what runs the inner loops; nil for `Kernels.preferred()`.
    /// - Throws: as `init(_:schedule:statePolicy:kernels:)`; of a model that was read, `kernels` only.
    public convenience init(
        _ network: QuantizedNetwork, for description: ModelDescription, kernels: Kernels? = nil
    ) throws(NetworkError) {
        try self.init(network, schedule: description.schedule, statePolicy: description.statePolicy, kernels: kernels)
    }
}
