/// Finds readings in the bytes of a format, however they are cut and whatever is damaged.
///
///     decoder.push(bytes) { reading in … }
///
/// A decoder is in step again after any damage, counts what it could not use, fails at nothing, and allocates nothing once it is
/// made.
public protocol ForeignDecoder: AnyObject {
    /// What was seen so far.
    var counters: FormatCounters { get }

    /// Takes the next bytes.
    ///
    /// - Parameter deliver: told of each reading that they complete, in order.
    func push(_ bytes: UnsafeRawBufferPointer, _ deliver: (ForeignReading) -> Void)

    /// The line rests, or has ended: delivers what is whole, though only the next bytes would have shown it.
    func rest(_ deliver: (ForeignReading) -> Void)
}

extension ForeignDecoder {
    /// Most formats show by themselves what is whole.
    public func rest(_ deliver: (ForeignReading) -> Void) {}

    /// Readings that are known to be missing: every line that could not be read, every half that came alone.
    var missed: UInt64 { counters.lost &+ (self is TextLineDecoder ? counters.bad : 0) }
}

/// What a decoder has seen. Counts wrap.
public struct FormatCounters: Sendable, Equatable {
    public var bytes: UInt64 = 0
    /// Lines or frames that were whole, whatever they hold.
    public var frames: UInt64 = 0
    public var readings: UInt64 = 0
    /// Lines that hold no reading where one was to be expected, frames whose check sum is wrong.
    public var bad: UInt64 = 0
    /// Bytes that belong to no whole line or frame.
    public var skippedBytes: UInt64 = 0
    /// Readings of which one half is missing.
    public var lost: UInt64 = 0
    /// Readings of other sensors that the device tells of beside the one that is read.
    public var others: UInt64 = 0

    public init() {}
}

/// Bytes that a frame is looked for in. A frame begins with a mark, one of two; what turns out to be none is searched again from
/// its second byte, for a mark may stand within what looked like a frame.
struct FrameSearch {
    private(set) var count = 0
    /// Bytes that belonged to no frame. Wraps.
    private(set) var skippedBytes: UInt64 = 0
    let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private let (first, second): (UInt8, UInt8)

    /// - Parameter capacity: of the longest frame. The memory is the search's until `deallocate`.
    init(mark: UInt8, capacity: Int) { self.init(marks: mark, mark, capacity: capacity) }

    init(marks first: UInt8, _ second: UInt8, capacity: Int) {
        (self.first, self.second) = (first, second)
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
        bytes.initialize(repeating: 0, count: capacity)
    }

    func deallocate() { bytes.deallocate() }

    private func isMark(_ byte: UInt8) -> Bool { byte == first || byte == second }

    /// - Returns: whether the byte was taken: a frame begins with a mark.
    mutating func append(_ byte: UInt8) -> Bool {
        guard count > 0 || isMark(byte) else {
            skippedBytes &+= 1
            return false
        }
        precondition(count < capacity, "a frame ends before the memory does")
        bytes[count] = byte
        count += 1
        return true
    }

    /// The frame was whole, and is taken out; what follows it stays, from the next mark on.
    mutating func consume(_ length: Int) { dropToMark(from: length, skippedFrom: length) }

    /// No frame begins here: all bytes up to the next mark go.
    mutating func stepBack() { dropToMark(from: 1, skippedFrom: 0) }

    private mutating func dropToMark(from first: Int, skippedFrom skipped: Int) {
        var start = first
        while start < count, !isMark(bytes[start]) { start += 1 }
        count -= start
        bytes.update(from: bytes + start, count: count)
        skippedBytes &+= UInt64(start - skipped)
    }
}
