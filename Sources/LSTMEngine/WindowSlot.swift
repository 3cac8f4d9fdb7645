/// One window in flight: its recurrent state and, behind a convolution, the sums of the samples seen so far.
struct WindowSlot {
    let state: StateMemory
    /// `[convolution blocks × 16]`; unused without a convolution.
    let sums: UnsafeMutablePointer<Int32>

    init(for network: PackedNetwork) {
        state = StateMemory(for: network)
        sums = allocateZeroed(Int32.self, count: network.convolution.map { $0.blocks * 16 } ?? 0)
    }

    func deallocate() {
        state.deallocate()
        sums.deallocate()
    }
}
