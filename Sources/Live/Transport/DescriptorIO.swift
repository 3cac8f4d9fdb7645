/// The waiting, reading and writing that every transport over a file descriptor shares. It does not own the descriptor.
///
/// libserialport's own reads report a hang-up as a time-out and spin meanwhile, so its ports are read through here too.
struct DescriptorIO {
    let name: String
    private let descriptor: Int32
    private let isSocket: Bool
    private let isTerminal: Bool
    private var isGone = false

    init(descriptor: Int32, name: String) {
        self.name = name
        self.descriptor = descriptor
        isSocket = Posix.kind(of: descriptor) == .socket
        isTerminal = Posix.isTerminal(descriptor)
    }

    /// From now on every call throws `disconnected`; the descriptor may be closed.
    mutating func retire() { isGone = true }

    /// See `ByteTransport.read`. What is still readable after a hang-up is handed out first.
    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32
    ) throws(TransportError) -> Int {
        precondition(!buffer.isEmpty, "a read needs room for at least one byte")
        precondition(timeoutMilliseconds >= 0, "a time-out cannot be negative")
        guard !isGone else { throw disconnected("read") }
        let deadline = Posix.monotonicMilliseconds() + Int64(timeoutMilliseconds)
        var emptyReads = 0
        do throws(Posix.Failure) {
            while true {
                let readiness = try Posix.poll(descriptor, for: .readable, milliseconds: remaining(until: deadline))
                if readiness.isEmpty { return 0 }
                let count = try readIfAny(into: buffer)
                if let count, count > 0 { return count }
                // A terminal that was flushed between poll and read is empty once; what is readable and empty twice is at its end.
                if count == 0 { emptyReads += 1 }
                if readiness.contains(.hungUp) || emptyReads > (isTerminal ? 1 : 0) { break }
                if remaining(until: deadline) == 0 { return 0 }
            }
        } catch {
            if Posix.meansInterrupted(error.errno) { return 0 }
            throw failed(error)
        }
        isGone = true
        throw disconnected("read")
    }

    /// See `ByteTransport.write`. The time-out starts again whenever the other side takes some bytes.
    mutating func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        precondition(timeoutMilliseconds >= 0, "a time-out cannot be negative")
        guard !isGone else { throw disconnected("write") }
        var rest = bytes[...]
        var deadline = Posix.monotonicMilliseconds() + Int64(timeoutMilliseconds)
        while !rest.isEmpty {
            do throws(Posix.Failure) {
                let count = try Posix.write(descriptor, UnsafeRawBufferPointer(rebasing: rest), isSocket: isSocket)
                if count > 0 {
                    rest = rest.dropFirst(count)
                    deadline = Posix.monotonicMilliseconds() + Int64(timeoutMilliseconds)
                    continue
                }
            } catch {
                guard Posix.meansTryAgain(error.errno) || Posix.meansInterrupted(error.errno) else { throw failed(error) }
            }
            try waitForRoom(until: deadline)
        }
    }

    /// Writes what there is room for just now and waits for nothing.
    ///
    /// - Returns: the number of bytes written, 0 when there is no room.
    mutating func writeAvailable(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int {
        guard !isGone else { throw disconnected("write") }
        guard !bytes.isEmpty else { return 0 }
        do throws(Posix.Failure) {
            return try Posix.write(descriptor, bytes, isSocket: isSocket)
        } catch {
            if Posix.meansTryAgain(error.errno) || Posix.meansInterrupted(error.errno) { return 0 }
            throw failed(error)
        }
    }

    private mutating func waitForRoom(until deadline: Int64) throws(TransportError) {
        let readiness: Posix.Readiness
        let left = remaining(until: deadline)
        do throws(Posix.Failure) {
            readiness = try Posix.poll(descriptor, for: .writable, milliseconds: left)
        } catch {
            // A signal does not shorten the wait of a write: half a message would have to be thrown away.
            if Posix.meansInterrupted(error.errno) { return }
            throw failed(error)
        }
        if readiness.contains(.hungUp) {
            isGone = true
            throw disconnected("write")
        }
        // A driver may claim room and refuse the bytes all the same; that must end, too.
        if readiness.isEmpty || left == 0 { throw TransportError(.timedOut, port: name, operation: "write") }
    }

    /// The bytes read, 0 at the end of the stream, nil when there is nothing just now.
    private func readIfAny(into buffer: UnsafeMutableRawBufferPointer) throws(Posix.Failure) -> Int? {
        do throws(Posix.Failure) {
            return try Posix.read(descriptor, into: buffer)
        } catch {
            if Posix.meansTryAgain(error.errno) { return nil }
            throw error
        }
    }

    private func remaining(until deadline: Int64) -> Int32 {
        Int32(clamping: max(0, deadline - Posix.monotonicMilliseconds()))
    }

    private func disconnected(_ operation: String) -> TransportError {
        TransportError(.disconnected, port: name, operation: operation, errno: Posix.connectionLost)
    }

    private mutating func failed(_ failure: Posix.Failure) -> TransportError {
        let error = TransportError(using: name, failure)
        if error.code == .disconnected { isGone = true }
        return error
    }
}
