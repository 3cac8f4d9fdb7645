import MotionSignal

/// How much memory a network takes, counted from its shape; nothing is measured and nothing allocated.
extension NetworkWeights {
    /// Bytes of the packed network: weights in tiles of 16 rows × 2 columns, shifts, biases, and both function tables.
    public var packedBytes: Int {
        var bytes = network.convolution?.bytes ?? 0
        for index in 0..<shape.lstmLayers { bytes += network.lstm[index].bytes }
        for index in 0..<shape.denseLayers { bytes += network.dense[index].affine.bytes }
        return bytes + Self.chordBytes + Self.exponentialBytes
    }

    /// Bytes that a `StreamingClassifier` writes while it runs: every slot's state and sums, and the buffers between layers.
    public var workingBytes: Int {
        shape.schedule.slots * slotBytes + workspaceBytes
    }

    private static let chordBytes = allocatedBytes(UInt32.self, count: 256)
    /// 257 nodes of 32 bits.
    private static let exponentialBytes = 257 * 4

    private var slotBytes: Int {
        var padded = 0
        for layer in 0..<shape.lstmLayers { padded += roundedUp(network.lstm[layer].rows / 4, to: 2) }
        return allocatedBytes(Int16.self, count: padded) + allocatedBytes(Int32.self, count: shape.stateUnits)
            + allocatedBytes(Int32.self, count: shape.widest)
    }

    private var workspaceBytes: Int {
        allocatedBytes(Int16.self, count: shape.inputs + 1)
            + 2 * (allocatedBytes(Int32.self, count: shape.widest) + allocatedBytes(Int16.self, count: shape.widest))
            + 2 * allocatedBytes(Int32.self, count: shape.labels) + allocatedBytes(Int16.self, count: shape.labels)
    }
}

extension PackedAffine {
    var bytes: Int {
        terms.0.bytes + (terms.1?.bytes ?? 0) + allocatedBytes(Int32.self, count: blocks * 16)
            + allocatedBytes(UInt8.self, count: blocks)
    }
}

extension PackedMatrix {
    var bytes: Int {
        allocatedBytes(Int16.self, count: blocks * pairs * 32) + allocatedBytes(UInt8.self, count: blocks * panels)
    }
}
