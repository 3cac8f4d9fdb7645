import CLibSerialPort

/// A real serial port: 8 data bits, no parity, 1 stop bit, no flow control.
///
/// libserialport finds, opens and configures the port; bytes move by `poll`, `read` and `write` on its handle, because
/// libserialport reports an unplugged device as a time-out.
///
/// Close a port that was disconnected before looking for it again: while it is held, Linux gives the device another name.
public final class SerialTransport: ByteTransport {
    private var stream: DescriptorIO
    private var port: OpenPort?

    private init(stream: DescriptorIO, port: OpenPort) {
        self.stream = stream
        self.port = port
    }

    deinit { close() }

    /// Opens a serial port for this transport alone. Many boards restart then, and are silent for up to 3 s.
    ///
    /// - Throws: `notFound`, `notPermitted`, `notASerialPort`, `busy`, `unsupportedBaudRate`, `disconnected` or `io`.
    public static func open(
        _ path: String, baudRate: Int = 115_200, dtr: DTRPolicy = .assert
    ) throws(TransportError) -> SerialTransport {
        let port = try OpenPort(path: path)
        do throws(TransportError) {
            try port.configure(baudRate: baudRate, dtr: dtr)
        } catch {
            port.close()
            throw error
        }
        _ = mq_serial_ask_low_latency(port.handle)
        return SerialTransport(stream: DescriptorIO(descriptor: port.handle, name: path), port: port)
    }

    public var name: String { stream.name }
    public var hasSpeed: Bool { true }

    public var driverCounts: DriverCounts? {
        var counts = mq_serial_counts()
        guard let port, mq_serial_count(port.handle, &counts) == 0 else { return nil }
        return DriverCounts(
            outOfStep: Int(counts.out_of_step), overruns: Int(counts.overruns), bufferOverruns: Int(counts.buffer_overruns))
    }

    public func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32
    ) throws(TransportError) -> Int {
        try stream.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
    }

    public func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try stream.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    public func close() {
        guard let open = port else { return }
        port = nil
        stream.retire()
        open.close()
    }
}
