import Transport

/// A port whose bytes are kept, both ways, as they come and go: below everything that reads or translates them.
final class CapturedTransport: ByteTransport {
    private let port: any ByteTransport
    private let writer: CaptureWriter
    private var isClosed = false

    init(_ port: any ByteTransport, in writer: CaptureWriter) { (self.port, self.writer) = (port, writer) }

    deinit { close() }

    var name: String { port.name }
    var isListening: Bool { port.isListening }
    var countsLosses: Bool { port.countsLosses }
    var hasSpeed: Bool { port.hasSpeed }
    var driverCounts: DriverCounts? { port.driverCounts }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        do throws(TransportError) {
            let count = try port.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
            writer.keep(.read, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        } catch {
            writer.lost(error)
            throw error
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        do throws(TransportError) {
            try port.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
            writer.keep(.written, bytes)
        } catch {
            if error.code == .timedOut { writer.keep(.untaken, bytes) } else { writer.lost(error) }
            throw error
        }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        port.close()
        writer.keep(.closed)
    }
}
