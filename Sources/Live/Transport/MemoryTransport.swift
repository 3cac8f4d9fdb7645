/// One end of a pair of transports joined in memory, for tests: no system calls, no threads, no clock.
///
/// Neither call waits, whatever its time-out: with a single thread nothing could happen meanwhile. All calls are O(bytes moved)
/// and allocate nothing unless they throw.
public final class MemoryTransport: ByteTransport {
    public let name: String
    private let incoming: ByteRing
    private let outgoing: ByteRing
    private var isClosed = false

    private init(name: String, incoming: ByteRing, outgoing: ByteRing) {
        self.name = name
        self.incoming = incoming
        self.outgoing = outgoing
    }

    deinit { close() }

    /// Two ends: what is written to one is read from the other. Each direction holds at most `capacity` bytes.
    public static func pair(capacity: Int = 4096) -> (host: MemoryTransport, device: MemoryTransport) {
        let toHost = ByteRing(capacity: capacity)
        let toDevice = ByteRing(capacity: capacity)
        return (
            MemoryTransport(name: "memory (host)", incoming: toHost, outgoing: toDevice),
            MemoryTransport(name: "memory (device)", incoming: toDevice, outgoing: toHost)
        )
    }

    /// The number of bytes a read could return now.
    public var readableByteCount: Int { incoming.count }

    /// The number of bytes a write has room for now.
    public var writableByteCount: Int { outgoing.capacity - outgoing.count }

    /// Reads what is there; 0 when there is nothing. After a hang-up what was written before is delivered first.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32
    ) throws(TransportError) -> Int {
        precondition(!buffer.isEmpty, "a read needs room for at least one byte")
        guard !isClosed else { throw TransportError(.disconnected, port: name, operation: "read") }
        let count = incoming.pop(into: buffer)
        if count == 0, incoming.isHungUp { throw TransportError(.disconnected, port: name, operation: "read") }
        return count
    }

    /// Writes all bytes, or as many as there is room for and then throws `timedOut`.
    public func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        guard !isClosed, !outgoing.isHungUp else { throw TransportError(.disconnected, port: name, operation: "write") }
        guard outgoing.push(bytes) == bytes.count else { throw TransportError(.timedOut, port: name, operation: "write") }
    }

    /// Unplugs the cable: both ends can read what is under way, then they are disconnected.
    public func disconnect() {
        incoming.isHungUp = true
        outgoing.isHungUp = true
    }

    /// Closes this end; the other one is disconnected once it has read what is under way.
    public func close() {
        isClosed = true
        disconnect()
    }
}

/// A first-in, first-out store of bytes of fixed capacity.
private final class ByteRing {
    let capacity: Int
    private(set) var count = 0
    var isHungUp = false
    private var head = 0
    private let storage: UnsafeMutableRawBufferPointer

    init(capacity: Int) {
        precondition(capacity > 0, "a ring needs room for at least one byte")
        self.capacity = capacity
        storage = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { storage.deallocate() }

    /// Stores as many bytes as there is room for and returns their number.
    func push(_ bytes: UnsafeRawBufferPointer) -> Int {
        let accepted = min(bytes.count, capacity - count)
        for offset in 0..<accepted {
            storage[(head + count + offset) % capacity] = bytes[offset]
        }
        count += accepted
        return accepted
    }

    /// Removes the oldest bytes, at most as many as fit into `buffer`, and returns their number.
    func pop(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(buffer.count, count)
        for offset in 0..<taken {
            buffer[offset] = storage[(head + offset) % capacity]
        }
        head = (head + taken) % capacity
        count -= taken
        return taken
    }
}
