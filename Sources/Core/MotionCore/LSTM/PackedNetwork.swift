public import CMotionCore

/// A network in the form that runs: pointers to packed weights and to the inner loops. A plain value that owns nothing.
///
/// On the host the memory is a `NetworkWeights`'; on a device it is constant data that an export wrote.
public struct PackedNetwork: @unchecked Sendable {
    /// Dimensions of the network.
    public let shape: NetworkShape
    /// Fraction bits of the inputs: an input n stands for n / 2^inputFractionBits.
    public let inputFractionBits: Int
    /// How strokes are cut out of a stream and become windows; nil for a network that reads windows as they come.
    public let strokes: UnsafePointer<mq_strokes>?
    let convolution: UnsafePointer<mq_affine>?
    /// Perhaps nil where there are none.
    let front: UnsafePointer<mq_front_layer>?
    /// Perhaps nil where there are none.
    let lstm: UnsafePointer<mq_affine>?
    let dense: UnsafePointer<mq_dense>
    /// Tells windows that are unlike all that was learned; nil: none is.
    let detector: UnsafePointer<mq_detector>?
    let tanh: UnsafePointer<mq_tanh_table>
    let kernels: UnsafePointer<mq_kernels>

    /// - Parameters:
    ///   - network: valid, and there for as long as anything that runs it.
    ///   - kernels: what runs the inner loops, of this machine: they change no bit of any result.
    public init(_ network: UnsafePointer<mq_network>, kernels: UnsafePointer<mq_kernels>) {
        let layers = network.pointee
        shape = NetworkShape(network)
        inputFractionBits = Int(layers.input_fraction_bits)
        strokes = layers.strokes
        convolution = layers.convolution
        front = layers.front
        lstm = layers.lstm
        dense = layers.dense
        detector = layers.detector
        tanh = layers.tanh
        self.kernels = kernels
    }
}

extension mq_affine {
    /// The bias, for sums to begin from. Kernels only read it; it has the type of sums because kernels may also begin from those.
    var start: UnsafeMutablePointer<Int32> {
        @_noAllocation get { UnsafeMutablePointer(mutating: bias) }
    }

    /// sums = bias
    @_noAllocation
    func begin(_ sums: UnsafeMutablePointer<Int32>) {
        UnsafeMutableRawPointer(sums).copyMemory(from: bias, byteCount: blocks &* 64)
    }
}
