/// Memory that is handed out piece by piece: zeroed, each piece on a 64-byte boundary and at least one line long, so that whole
/// vectors may be loaded past its last element. The owner of the block keeps it for as long as anything that was made of it.
struct MemoryBlock {
    private var next: UnsafeMutableRawPointer
    private var left: Int

    /// - Parameter start: on a 64-byte boundary.
    @_noAllocation
    init(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        let isAligned = Int(bitPattern: start) & 63 == 0
        precondition(isAligned, "memory for a network begins on a 64-byte boundary")
        next = start
        left = byteCount
    }

    /// The next piece. Traps if the block is used up.
    mutating func take<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
        let bytes = pieceBytes(type, count: count)
        let room = left
        precondition(bytes <= room, "the memory for a network is smaller than asked for")
        let piece = next
        let lines = piece.assumingMemoryBound(to: UInt64.self)
        for index in 0..<bytes / 8 { lines[index] = 0 }
        next = piece + bytes
        left = room - bytes
        return piece.assumingMemoryBound(to: type)
    }
}

/// What a piece for so many elements takes.
func pieceBytes<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> Int {
    roundedUp(max(count, 1) * MemoryLayout<Element>.stride, to: 64)
}

/// The next multiple, for buffers that whole blocks or pairs are read from.
@_noAllocation
func roundedUp(_ value: Int, to multiple: Int) -> Int {
    (value + multiple - 1) / multiple * multiple
}

/// A block from the heap, for machines that have one.
final class HeapBlock {
    let start: UnsafeMutableRawPointer
    private let byteCount: Int

    init(byteCount: Int) {
        start = .allocate(byteCount: byteCount, alignment: 64)
        self.byteCount = byteCount
    }

    deinit {
        start.deallocate()
    }

    /// The whole block, to be cut into pieces.
    var memory: MemoryBlock { MemoryBlock(start, byteCount: byteCount) }
}
