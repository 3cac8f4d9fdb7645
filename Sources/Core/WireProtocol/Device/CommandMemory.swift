/// The last eight commands a device accepted, so that a repeated one is known again (PROTOCOL.md §8). The ninth pushes out the
/// first.
struct CommandMemory: Sendable {
    private struct Entry {
        var sequence: UInt16 = 0
        var applied: UInt32 = 0
    }

    private static let capacity = 8
    private var entries = InlineArray<8, Entry>(repeating: Entry())
    private var count = 0
    private var oldest = 0

    @_noAllocation
    init() {}

    /// Device time at which a command was applied; nil if it is not remembered.
    @_noAllocation
    func timeApplied(_ sequence: UInt16) -> UInt32? {
        for index in 0..<count where entries[index].sequence == sequence { return entries[index].applied }
        return nil
    }

    @_noAllocation
    mutating func remember(_ sequence: UInt16, applied: UInt32) {
        entries[oldest].sequence = sequence
        entries[oldest].applied = applied
        oldest = (oldest + 1) % Self.capacity
        if count < Self.capacity { count += 1 }
    }

    @_noAllocation
    mutating func removeAll() {
        count = 0
        oldest = 0
    }
}
