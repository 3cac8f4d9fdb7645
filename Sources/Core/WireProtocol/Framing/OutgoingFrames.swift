/// Encoded frames that wait for the port, in memory of fixed size. A frame that does not fit is left out whole.
struct OutgoingFrames {
    /// Bytes that wait.
    private(set) var count = 0
    /// Frames taken in.
    private(set) var frames: UInt32 = 0
    let capacity: Int
    private let storage: UnsafeMutablePointer<UInt8>
    private var start = 0

    @_noAllocation
    init(storage: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.storage = storage
        self.capacity = capacity
    }

    /// The first byte that waits.
    var bytes: UnsafePointer<UInt8> {
        @_noAllocation get { UnsafePointer(storage + start) }
    }

    /// - Returns: whether there was room.
    @_noAllocation
    mutating func append(_ writer: PayloadWriter, from encoder: FrameEncoder) -> Bool {
        let size = writer.count + FrameLimits.overhead
        guard count + size <= capacity else { return false }
        makeContiguousRoom(size)
        count += encoder.finish(writer, into: storage + start + count)
        frames &+= 1
        return true
    }

    /// A lone 0x00, which ends whatever noise stood on the line before.
    @_noAllocation
    mutating func appendDelimiter() {
        guard count < capacity else { return }
        makeContiguousRoom(1)
        storage[start + count] = 0
        count += 1
    }

    /// The port has taken `taken` bytes.
    @_noAllocation
    mutating func consume(_ taken: Int) {
        let isThere = taken >= 0 && taken <= count
        precondition(isThere, "the port cannot have taken more bytes than there were")
        start += taken
        count -= taken
        if count == 0 { start = 0 }
    }

    @_noAllocation
    private mutating func makeContiguousRoom(_ room: Int) {
        guard start + count + room > capacity else { return }
        for index in 0..<count { storage[index] = storage[start + index] }
        start = 0
    }
}
