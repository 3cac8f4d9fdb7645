/// Little-endian fields at given offsets. Offsets are checked by the caller, once a message.
public struct PayloadReader {
    public let bytes: UnsafePointer<UInt8>
    public let count: Int

    @_noAllocation
    public init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        self.bytes = bytes
        self.count = count
    }

    @_noAllocation
    public func u8(_ offset: Int) -> UInt8 { bytes[offset] }

    @_noAllocation
    public func u16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }

    @_noAllocation
    public func i16(_ offset: Int) -> Int16 { Int16(bitPattern: u16(offset)) }

    @_noAllocation
    public func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }

    @_noAllocation
    public func u64(_ offset: Int) -> UInt64 { UInt64(u32(offset)) | UInt64(u32(offset + 4)) << 32 }

    @_noAllocation
    public func f32(_ offset: Int) -> Float { Float(bitPattern: u32(offset)) }
}

/// Little-endian fields one after the other. Writing beyond the room is a programming error and traps.
public struct PayloadWriter {
    public let bytes: UnsafeMutablePointer<UInt8>
    public let capacity: Int
    public private(set) var count = 0

    @_noAllocation
    public init(_ bytes: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.bytes = bytes
        self.capacity = capacity
    }

    @_noAllocation
    public mutating func u8(_ value: UInt8) {
        let room = count < capacity
        precondition(room, "a frame holds at most 240 payload bytes")
        bytes[count] = value
        count += 1
    }

    @_noAllocation
    public mutating func u16(_ value: UInt16) {
        u8(UInt8(truncatingIfNeeded: value))
        u8(UInt8(truncatingIfNeeded: value >> 8))
    }

    @_noAllocation
    public mutating func u32(_ value: UInt32) {
        u16(UInt16(truncatingIfNeeded: value))
        u16(UInt16(truncatingIfNeeded: value >> 16))
    }

    @_noAllocation
    public mutating func u64(_ value: UInt64) {
        u32(UInt32(truncatingIfNeeded: value))
        u32(UInt32(truncatingIfNeeded: value >> 32))
    }

    @_noAllocation
    public mutating func f32(_ value: Float) { u32(value.bitPattern) }
}
