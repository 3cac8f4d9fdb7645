/// A few bytes of text or identity, at most 32.
public struct ShortText: Sendable {
    public private(set) var count = 0
    private var storage: InlineArray<32, UInt8> = .init(repeating: 0)

    @_noAllocation
    public init() {}

    /// Appends a byte; what does not fit is left out.
    @_noAllocation
    public mutating func append(_ byte: UInt8) {
        guard count < 32 else { return }
        storage[count] = byte
        count += 1
    }

    /// How many of its bytes are whole characters and no more than so many. Text that is not UTF-8 is cut anywhere.
    @_noAllocation
    func count(within most: Int) -> Int {
        guard most < count else { return count }
        var length = max(0, most)
        // 10xxxxxx continues a character.
        while length > 0, self[length] & 0xC0 == 0x80 { length -= 1 }
        return length
    }

    /// The byte at a position below `count`.
    @_noAllocation
    public subscript(index: Int) -> UInt8 { storage[index] }
}
