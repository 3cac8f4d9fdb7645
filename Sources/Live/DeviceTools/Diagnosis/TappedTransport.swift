import Transport

/// A transport that keeps the first bytes that come through it.
final class TappedTransport: ByteTransport {
    private let tapped: any ByteTransport
    private(set) var received = Received()

    init(_ transport: any ByteTransport) {
        tapped = transport
    }

    var name: String { tapped.name }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        let count = try tapped.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
        received.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try tapped.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    func close() { tapped.close() }
}
