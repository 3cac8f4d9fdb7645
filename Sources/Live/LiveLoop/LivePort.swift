import Transport

/// The transport as the live loop uses it: it waits for bytes, and never long for room.
struct LivePort {
    private let transport: any ByteTransport
    /// The device took nothing lately: it is tried, and not waited for.
    private var isCongested = false

    /// Milliseconds that a device may take nothing.
    private static let patience: Int32 = 200

    init(_ transport: any ByteTransport) {
        self.transport = transport
    }

    var name: String { transport.name }
    var isListening: Bool { transport.isListening }
    var countsLosses: Bool { transport.countsLosses }

    /// Bytes that arrive within so many milliseconds.
    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(LiveFailure) -> Int {
        do throws(TransportError) {
            return try transport.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
        } catch {
            throw .transport(error)
        }
    }

    /// Bytes that waited in the port before it was opened are old: a decision about them would act now.
    func discardOldBytes(into buffer: UnsafeMutableRawBufferPointer) throws(LiveFailure) {
        for _ in 0..<64 where try read(into: buffer, timeoutMilliseconds: 0) == 0 { return }
    }

    /// - Returns: whether the device took the bytes; if not, they are lost.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(LiveFailure) -> Bool {
        do throws(TransportError) {
            try transport.write(bytes, timeoutMilliseconds: isCongested ? 0 : Self.patience)
            isCongested = false
        } catch {
            guard error.code == .timedOut else { throw .transport(error) }
            isCongested = true
        }
        return !isCongested
    }
}
