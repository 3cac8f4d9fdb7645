/// One window in flight: its recurrent state and, with a convolution, the sums of the samples seen so far.
struct WindowSlot {
    let state: StateMemory
    /// `[convolution blocks × 16]`; unused without a convolution.
    let sums: UnsafeMutablePointer<Int32>

    init(for shape: NetworkShape, memory: inout MemoryBlock) {
        state = StateMemory(for: shape, memory: &memory)
        sums = memory.take(Int32.self, count: shape.convolutionRows)
    }

    /// Memory that `init` takes.
    static func bytes(for shape: NetworkShape) -> Int {
        StateMemory.bytes(for: shape) + pieceBytes(Int32.self, count: shape.convolutionRows)
    }
}
