import CMotionCore

/// What stands before the LSTM, of one window at a time: the layers are small beside it, and their outputs are the window's own.
extension PackedNetwork {
    /// Begins a window: nothing was read.
    @_noAllocation
    func begin(_ memory: FrontMemory) {
        guard let front else { return }
        var ring = memory.rings
        for index in 0..<shape.frontLayers {
            mq_front_begin(front + index, ring, memory.places + index)
            ring += mq_front_span(front + index) * front[index].columns
        }
    }

    /// Takes a window's next sample through its front layers.
    ///
    /// - Parameter output: of `FrontSizes.rows`, on a 32-byte boundary; written by the last layer alone.
    /// - Returns: whether the last layer gave something, which is in `output` then.
    @_noAllocation
    func pass(
        _ sample: UnsafePointer<Int16>, _ memory: FrontMemory, into output: UnsafeMutablePointer<Int16>, workspace: Workspace
    ) -> Bool {
        guard let front else { return false }
        var input = sample
        var ring = memory.rings
        for index in 0..<shape.frontLayers {
            let layer = front + index
            // The next layer takes it before it is written again.
            let target = index == shape.frontLayers - 1 ? output : workspace.front
            guard mq_front_take(layer, input, ring, memory.places + index) else { return false }
            if let convolution = layer.pointee.convolution {
                mq_front_gather(layer, ring, memory.places + index, memory.field)
                affine(convolution.pointee, of: memory.field, into: workspace.single)
                requantize(convolution.pointee, workspace.single, rectified: layer.pointee.rectified, into: target)
            } else {
                mq_front_pool(layer, ring, target)
            }
            input = UnsafePointer(target)
            ring += mq_front_span(layer) * layer.pointee.columns
        }
        return true
    }

    /// What a window's front layers gave becomes what the dense layers of a network without an LSTM read.
    @_noAllocation
    func handOn(_ output: UnsafePointer<Int16>, workspace: Workspace) {
        UnsafeMutableRawPointer(workspace.back).copyMemory(from: output, byteCount: FrontSizes(self).rows &* 2)
    }
}
