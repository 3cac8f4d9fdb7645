/// Little-endian fields of a payload at given offsets, in bytes from its start.
///
/// Nothing here is checked: the caller knows once a message that every field lies below `count`.
public struct PayloadReader {
    /// The payload's first byte. Valid until the decoder takes its next byte.
    public let bytes: UnsafePointer<UInt8>
    /// Bytes of the payload, 0 … 240.
    public let count: Int

    /// Reads `count` bytes that outlive the reader.
    @_noAllocation
    public init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        self.bytes = bytes
        self.count = count
    }

    /// One byte, unsigned.
    @_noAllocation
    public func u8(_ offset: Int) -> UInt8 { bytes[offset] }

    /// Two bytes, unsigned.
    @_noAllocation
    public func u16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }

    /// Two bytes, two's complement.
    @_noAllocation
    public func i16(_ offset: Int) -> Int16 { Int16(bitPattern: u16(offset)) }

    /// Four bytes, unsigned.
    @_noAllocation
    public func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }

    /// Eight bytes, unsigned.
    @_noAllocation
    public func u64(_ offset: Int) -> UInt64 { UInt64(u32(offset)) | UInt64(u32(offset + 4)) << 32 }

    /// Four bytes, IEEE 754 binary32; any bit pattern, NaN and infinity too.
    @_noAllocation
    public func f32(_ offset: Int) -> Float { Float(bitPattern: u32(offset)) }
}

/// Little-endian fields one after the other. Writing beyond the room is a programming error and traps.
public struct PayloadWriter {
    /// Where the first field goes.
    public let bytes: UnsafeMutablePointer<UInt8>
    /// Bytes that there is room for.
    public let capacity: Int
    /// Bytes written so far.
    public private(set) var count = 0
    /// Bytes that there is still room for.
    var room: Int { @_noAllocation get { capacity - count } }

    /// Writes to memory that outlives the writer.
    @_noAllocation
    public init(_ bytes: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.bytes = bytes
        self.capacity = capacity
    }

    /// Appends one byte.
    @_noAllocation
    public mutating func u8(_ value: UInt8) {
        let room = count < capacity
        precondition(room, "a frame holds at most 240 payload bytes")
        bytes[count] = value
        count += 1
    }

    /// Appends two bytes.
    @_noAllocation
    public mutating func u16(_ value: UInt16) {
        u8(UInt8(truncatingIfNeeded: value))
        u8(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// Appends four bytes.
    @_noAllocation
    public mutating func u32(_ value: UInt32) {
        u16(UInt16(truncatingIfNeeded: value))
        u16(UInt16(truncatingIfNeeded: value >> 16))
    }

    /// Appends eight bytes.
    @_noAllocation
    public mutating func u64(_ value: UInt64) {
        u32(UInt32(truncatingIfNeeded: value))
        u32(UInt32(truncatingIfNeeded: value >> 32))
    }

    /// Appends four bytes, IEEE 754 binary32.
    @_noAllocation
    public mutating func f32(_ value: Float) { u32(value.bitPattern) }
}
