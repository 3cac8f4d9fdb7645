/// The hidden and cell state of all LSTM layers: what a sequence remembers.
///
/// Hidden state is Q15 (−32766 … 32766). Cell state is Q15 in 32 bits, |c| < 2³⁰, that is below 32768 (ARITHMETIC.md §5).
public final class SequenceState {
    let memory: StateMemory
    private let block: HeapBlock

    /// The zero state for one network. Allocates; nothing else here does.
    public init(for weights: NetworkWeights) {
        block = HeapBlock(byteCount: StateMemory.bytes(for: weights.shape))
        var memory = block.memory
        self.memory = StateMemory(for: weights.shape, memory: &memory)
    }

    /// Back to zero.
    @_noAllocation
    public func reset() {
        memory.reset()
    }

    /// Takes over another state of the same network. Traps on a state of another shape.
    @_noAllocation
    public func copy(from other: SequenceState) {
        memory.copy(from: other.memory)
    }

    /// Whether hidden and cell state are the same, bit for bit.
    @_noAllocation
    public func isIdentical(to other: SequenceState) -> Bool {
        memory.isIdentical(to: other.memory)
    }
}

/// Pointers to one sequence's state. The memory belongs to the caller.
struct StateMemory {
    /// `[units]`, layer after layer, each layer padded with zero to a whole pair.
    let hidden: UnsafeMutablePointer<Int16>
    /// `[units]`, layer after layer without padding.
    let cell: UnsafeMutablePointer<Int32>
    let hiddenCount: Int
    let cellCount: Int

    init(for shape: NetworkShape, memory: inout MemoryBlock) {
        hiddenCount = shape.paddedUnits
        cellCount = shape.stateUnits
        hidden = memory.take(Int16.self, count: hiddenCount)
        cell = memory.take(Int32.self, count: cellCount)
    }

    /// Memory that `init` takes.
    static func bytes(for shape: NetworkShape) -> Int {
        pieceBytes(Int16.self, count: shape.paddedUnits) + pieceBytes(Int32.self, count: shape.stateUnits)
    }

    @_noAllocation
    func reset() {
        for index in 0..<hiddenCount { hidden[index] = 0 }
        for index in 0..<cellCount { cell[index] = 0 }
    }

    @_noAllocation
    func copy(from other: StateMemory) {
        precondition(hiddenCount == other.hiddenCount && cellCount == other.cellCount, "the states belong to different networks")
        UnsafeMutableRawPointer(hidden).copyMemory(from: other.hidden, byteCount: hiddenCount * 2)
        UnsafeMutableRawPointer(cell).copyMemory(from: other.cell, byteCount: cellCount * 4)
    }

    @_noAllocation
    func isIdentical(to other: StateMemory) -> Bool {
        guard hiddenCount == other.hiddenCount, cellCount == other.cellCount else { return false }
        for index in 0..<hiddenCount where hidden[index] != other.hidden[index] { return false }
        for index in 0..<cellCount where cell[index] != other.cell[index] { return false }
        return true
    }
}
