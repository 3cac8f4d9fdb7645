import CKernels
import MotionSignal

/// How much memory a network takes, counted from its shape; nothing is measured and nothing allocated.
extension NetworkWeights {
    /// Bytes of the packed network: weights in tiles of 16 rows × 2 columns, shifts, biases, and both function tables.
    public var packedBytes: Int {
        var bytes = network.convolution?.bytes ?? 0
        for index in 0..<shape.lstmLayers { bytes += network.lstm[index].bytes }
        for index in 0..<shape.denseLayers { bytes += network.dense[index].affine.bytes }
        return bytes + MemoryLayout<mq_tanh_table>.stride + Self.exponentialBytes
    }

    /// Bytes that a `StreamingClassifier` writes while it runs: every slot's state and sums, and the buffers between layers.
    public var workingBytes: Int {
        shape.schedule.slots * slotBytes + Workspace.bytes(for: shape, batch: shape.schedule.slots)
    }

    /// 257 nodes of 32 bits.
    private static let exponentialBytes = 257 * 4

    private var slotBytes: Int {
        var padded = 0
        for layer in 0..<shape.lstmLayers { padded += roundedUp(network.lstm[layer].rows / 4, to: 2) }
        return allocatedBytes(Int16.self, count: padded) + allocatedBytes(Int32.self, count: shape.stateUnits)
            + allocatedBytes(Int32.self, count: network.convolution.map { $0.blocks * 16 } ?? 0)
    }
}
