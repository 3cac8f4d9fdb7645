import CKernels
import FixedPoint
public import MotionSignal

/// A quantised network in the form that runs: packed once, never changed, shared by any number of classifiers and threads.
///
/// All memory is allocated by the initialiser and freed with the object.
public final class NetworkWeights: @unchecked Sendable {
    /// Dimensions of the network.
    public let shape: NetworkShape
    /// What runs the inner loops.
    public let kernels: Kernels
    /// What the arithmetic reads.
    let network: PackedNetwork

    /// Validates and packs.
    ///
    /// - Parameter kernels: what runs the inner loops; nil for `Kernels.preferred()`. They change no bit of any result.
    /// - Throws: the first thing that does not fit, the first row that some input could overflow, or `kernels` if the environment asks
    ///   for some that this machine does not have.
    public init(_ network: QuantizedNetwork, kernels: Kernels? = nil) throws(NetworkError) {
        try network.validate()
        let kernels = if let kernels { kernels } else { try Kernels.preferred() }
        self.kernels = kernels
        shape = NetworkShape(network)
        self.network = PackedNetwork(network, shape: shape, kernels: kernels)
    }

    deinit {
        network.deallocate()
    }
}

/// Pointers to packed weights: a plain value, so that the hot path counts no references. The memory belongs to `NetworkWeights`.
struct PackedNetwork {
    let shape: NetworkShape
    let convolution: PackedAffine?
    let lstm: UnsafeMutablePointer<PackedAffine>
    let dense: UnsafeMutablePointer<PackedDense>
    let tanh: UnsafeMutablePointer<mq_tanh_table>
    let kernels: UnsafePointer<mq_kernels>

    init(_ network: QuantizedNetwork, shape: NetworkShape, kernels: Kernels) {
        self.shape = shape
        self.kernels = kernels.functions
        convolution = network.convolution.map { PackedAffine($0) }
        lstm = .allocate(capacity: network.lstm.count)
        for (index, layer) in network.lstm.enumerated() { (lstm + index).initialize(to: PackedAffine(layer)) }
        dense = .allocate(capacity: network.dense.count)
        for (index, layer) in network.dense.enumerated() {
            (dense + index).initialize(to: PackedDense(affine: PackedAffine(layer.affine), rectified: layer.rectified))
        }
        tanh = .allocate(capacity: 1)
        let nodes = TanhTable.nodes
        nodes.span.withUnsafeBufferPointer { nodes in
            if let nodes = nodes.baseAddress { mq_fill_tanh_table(tanh, nodes) }
        }
    }

    func deallocate() {
        convolution?.deallocate()
        for index in 0..<shape.lstmLayers { lstm[index].deallocate() }
        for index in 0..<shape.denseLayers { dense[index].affine.deallocate() }
        lstm.deallocate()
        dense.deallocate()
        tanh.deallocate()
    }
}

/// A dense layer ready to run.
struct PackedDense {
    let affine: PackedAffine
    let rectified: Bool
}

/// The dimensions of a network.
public struct NetworkShape: Sendable, Equatable {
    /// Window length T and hop S.
    public let schedule: WindowSchedule
    /// Whether slots carry their state on.
    public let carriesState: Bool
    /// Features of a sample, F.
    public let inputs: Int
    /// Whether a convolution over the whole window stands in front.
    public let hasConvolution: Bool
    /// Number of stacked LSTM layers.
    public let lstmLayers: Int
    /// Units of all LSTM layers together: the length of the hidden and of the cell state.
    public let stateUnits: Int
    /// Number of dense layers.
    public let denseLayers: Int
    /// Number of labels, C.
    public let labels: Int
    /// Longest vector between two layers, padded to whole blocks of rows.
    let widest: Int

    init(_ network: QuantizedNetwork) {
        schedule = network.schedule
        carriesState = network.carriesState
        inputs = network.inputs
        hasConvolution = network.convolution != nil
        lstmLayers = network.lstm.count
        denseLayers = network.dense.count
        labels = network.dense[network.dense.count - 1].affine.rows
        var units = 0
        var widest = max(network.inputs, network.convolution?.rows ?? 0)
        for layer in network.lstm {
            units += layer.rows / 4
            widest = max(widest, layer.rows)
        }
        for layer in network.dense { widest = max(widest, layer.affine.rows) }
        stateUnits = units
        self.widest = roundedUp(widest, to: QuantizedMatrix.blockRows)
    }
}
