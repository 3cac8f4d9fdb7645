import MotionSignal

/// One window in flight: its recurrent state and, behind a convolution, the sums of the samples seen so far.
struct WindowSlot {
    let state: StateMemory
    /// `[convolution blocks × 16]`; unused without a convolution.
    let sums: UnsafeMutablePointer<Int32>
    /// Samples absorbed of the present window; −1 between two windows.
    var position = -1

    init(for network: PackedNetwork) {
        state = StateMemory(for: network)
        sums = allocateZeroed(Int32.self, count: network.shape.widest)
    }

    func deallocate() {
        state.deallocate()
        sums.deallocate()
    }
}

extension PackedNetwork {
    /// Starts a window in a slot. The state stays as it is: whether it is cleared is the caller's policy.
    @_noAllocation
    func begin(_ slot: inout WindowSlot) {
        slot.position = 0
        convolution?.begin(slot.sums)
    }

    /// The first LSTM layer's bias + W·x, shared by all slots when x is a sample.
    ///
    /// - Parameter x: padded with a zero to whole pairs.
    @_noAllocation
    func project(_ x: UnsafePointer<Int16>, workspace: Workspace) {
        lstm[0].begin(workspace.projection)
        lstm[0].terms.0.accumulate(x, into: workspace.projection)
    }

    /// Moves a slot's window on by the sample in the workspace, which has been projected unless there is a convolution.
    ///
    /// - Returns: whether that was the window's last sample, so that `classify` may follow.
    @_noAllocation
    func absorb(into slot: inout WindowSlot, workspace: Workspace) -> Bool {
        guard slot.position >= 0 else { return false }
        let time = slot.position
        let isLast = time + 1 == shape.schedule.length
        slot.position = isLast ? -1 : time + 1
        if let convolution {
            convolution.terms.0.accumulate(panel: time, workspace.sample, into: slot.sums)
            guard isLast else { return false }
            convolution.finish(slot.sums, rectified: true, into: workspace.back)
            project(workspace.back, workspace: workspace)
        }
        step(state: slot.state, workspace: workspace)
        return isLast
    }
}
