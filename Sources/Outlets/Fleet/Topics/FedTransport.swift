package import Transport

/// A port whose bytes others bring: a broker's messages about one device. It never waits; one thread owns it.
package final class FedTransport: ByteTransport {
    package let name: String
    private var inbox: [UInt8] = []
    private var first = 0
    private var isGone = false
    /// Takes bytes for the device; false if they are lost.
    private let deliver: (UnsafeRawBufferPointer) -> Bool

    package init(name: String, deliver: @escaping (UnsafeRawBufferPointer) -> Bool) {
        (self.name, self.deliver) = (name, deliver)
        inbox.reserveCapacity(1024)
    }

    /// Whether a read returns something.
    package var hasBytes: Bool { first < inbox.count }

    /// Bytes of the device.
    package func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        if first == inbox.count {
            inbox.removeAll(keepingCapacity: true)
            first = 0
        }
        inbox.append(contentsOf: bytes)
    }

    package func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32
    ) throws(TransportError) -> Int {
        let count = min(buffer.count, inbox.count - first)
        if count == 0, isGone { throw TransportError(.disconnected, port: name, operation: "read") }
        for place in 0..<count { buffer[place] = inbox[first + place] }
        first += count
        return count
    }

    package func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        guard !isGone else { throw TransportError(.disconnected, port: name, operation: "write") }
        guard deliver(bytes) else { throw TransportError(.timedOut, port: name, operation: "write") }
    }

    package func close() { isGone = true }
}
