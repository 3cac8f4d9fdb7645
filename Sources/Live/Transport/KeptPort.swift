/// A port that stays open while one use of it follows another: whoever closes what was lent gives it back, and no board is reset
/// in between.
///
/// One thread owns it, and whatever it lends. A port that failed is not lent again: it is opened anew.
package final class KeptPort {
    /// What is open; nil: nothing is.
    package private(set) var transport: (any ByteTransport)?

    package init() {}

    deinit { close() }

    /// Opens the port unless it is open.
    ///
    /// - Throws: what opening it throws.
    package func lend(
        _ open: () throws(TransportError) -> any ByteTransport
    ) throws(TransportError) -> any ByteTransport {
        if let transport { return LentPort(transport, from: self) }
        let opened = try open()
        transport = opened
        return LentPort(opened, from: self)
    }

    /// Gives the port back to the system. Harmless when repeated.
    package func close() {
        transport?.close()
        transport = nil
    }

    /// Hands on to the port all but its end.
    private final class LentPort: ByteTransport {
        private let transport: any ByteTransport
        private let owner: KeptPort

        init(_ transport: any ByteTransport, from owner: KeptPort) { (self.transport, self.owner) = (transport, owner) }

        var name: String { transport.name }
        var isListening: Bool { transport.isListening }
        var countsLosses: Bool { transport.countsLosses }
        var hasSpeed: Bool { transport.hasSpeed }
        var driverCounts: DriverCounts? { transport.driverCounts }

        func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
            do throws(TransportError) {
                return try transport.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
            } catch {
                throw failed(error)
            }
        }

        func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
            do throws(TransportError) {
                try transport.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
            } catch {
                throw failed(error)
            }
        }

        func close() {}

        private func failed(_ error: TransportError) -> TransportError {
            if error.code != .timedOut { owner.close() }
            return error
        }
    }
}
