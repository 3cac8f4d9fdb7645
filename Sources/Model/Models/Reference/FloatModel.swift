/// A float network and what it is for: what importers and trainers make, and the source of everything else.
public struct FloatModel: Sendable, Equatable {
    public var description: ModelDescription
    /// Weights and biases.
    public var network: FloatNetwork

    /// The network must have as many inputs and labels as the description names, and its convolution, if any, span the window;
    /// whoever writes or converts a model finds out.
    public init(_ description: ModelDescription, _ network: FloatNetwork) {
        self.description = description
        self.network = network
    }
}
