/// A few bytes of text or identity, at most 32.
public struct ShortText: Sendable {
    /// Bytes.
    public var count: Int { @_noAllocation get { Int(length) } }
    private var length: UInt8 = 0
    private var storage: InlineArray<32, UInt8> = .init(repeating: 0)

    /// Most bytes.
    public static var mostBytes: Int { @_noAllocation get { 32 } }

    /// No byte.
    @_noAllocation
    public init() {}

    /// Appends a byte; what does not fit is left out.
    @_noAllocation
    public mutating func append(_ byte: UInt8) {
        guard count < Self.mostBytes else { return }
        storage[count] = byte
        length += 1
    }

    /// How many of its bytes are whole characters and no more than so many. Text that is not UTF-8 is cut anywhere.
    @_noAllocation
    public func count(within most: Int) -> Int {
        guard most < count else { return count }
        var length = max(0, most)
        // 10xxxxxx continues a character.
        while length > 0, self[length] & 0xC0 == 0x80 { length -= 1 }
        return length
    }

    /// The byte at a position below `count`.
    @_noAllocation
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// Whether the bytes are the other's. Marked by hand: what the compiler derives for `==` may not be called where nothing may be
    /// allocated.
    @_noAllocation
    public func isSame(as other: ShortText) -> Bool {
        guard length == other.length else { return false }
        for index in 0..<count where storage[index] != other.storage[index] { return false }
        return true
    }

    /// Whether the bytes are those that stand somewhere behind their number, as exported networks hold names.
    @_noAllocation
    func isSame(asCounted bytes: UnsafePointer<UInt8>) -> Bool {
        guard length == bytes[0] else { return false }
        for index in 0..<count where storage[index] != bytes[1 + index] { return false }
        return true
    }
}
