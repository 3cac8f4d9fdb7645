/// The hidden and cell state of all LSTM layers: what a sequence remembers.
///
/// Hidden state is Q15 (−32766 … 32766). Cell state is Q15 in 32 bits, |c| < 2³⁰, that is below 32768 (ARITHMETIC.md §5).
public final class SequenceState {
    let memory: StateMemory

    /// The zero state for one network. Allocates; nothing else here does.
    public init(for weights: NetworkWeights) {
        memory = StateMemory(for: weights.network)
    }

    deinit {
        memory.deallocate()
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

/// Pointers to one sequence's state. The memory belongs to whoever made it.
struct StateMemory {
    /// `[units]`, layer after layer, each layer padded with zero to a whole pair.
    let hidden: UnsafeMutablePointer<Int16>
    /// `[units]`, layer after layer without padding.
    let cell: UnsafeMutablePointer<Int32>
    let hiddenCount: Int
    let cellCount: Int

    init(for network: PackedNetwork) {
        var padded = 0
        for layer in 0..<network.shape.lstmLayers { padded += roundedUp(network.lstm[layer].rows / 4, to: 2) }
        hiddenCount = padded
        cellCount = network.shape.stateUnits
        hidden = allocateZeroed(Int16.self, count: padded)
        cell = allocateZeroed(Int32.self, count: cellCount)
    }

    func deallocate() {
        hidden.deallocate()
        cell.deallocate()
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
