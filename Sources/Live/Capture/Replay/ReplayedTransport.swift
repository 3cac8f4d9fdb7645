import Transport

/// The port of a replay, as it was opened once.
final class ReplayedTransport: ByteTransport {
    private let replay: CaptureReplay
    private let port: CapturedPort
    /// Bytes of a record for which a reader had no room.
    private var rest: ArraySlice<UInt8> = []
    private var isClosed = false
    private var lost: TransportError?

    init(_ replay: CaptureReplay, _ port: CapturedPort) { (self.replay, self.port) = (replay, port) }

    var name: String { port.name }
    var hasSpeed: Bool { port.baud > 0 }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        try requireOpen("read")
        do throws(TransportError) {
            return try replay.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds, rest: &rest, port: name)
        } catch {
            if error.code != .timedOut { lost = error }
            throw error
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try requireOpen("write")
        do throws(TransportError) {
            try replay.write(bytes, port: name)
        } catch {
            if error.code != .timedOut { lost = error }
            throw error
        }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        replay.close()
    }

    private func requireOpen(_ operation: String) throws(TransportError) {
        if let lost { throw lost }
        guard !isClosed else { throw TransportError(.disconnected, port: name, operation: operation) }
    }
}
