/// A byte stream over a plain POSIX descriptor: a pseudo-terminal, a socket, a named pipe.
///
/// Pseudo-terminals come here because libserialport refuses them.
///
/// When the master of a pseudo-terminal closes, Linux discards what its slave has not yet read; every other kind of descriptor
/// still hands out what arrived before the hang-up.
public final class DescriptorTransport: ByteTransport {
    private var stream: DescriptorIO
    private var descriptor: Int32?

    /// Takes over an open descriptor, which is made non-blocking and is closed with the transport, also when this throws.
    ///
    /// A pipe whose reader has gone raises SIGPIPE on writes, unless the process ignores that signal; a socket does not.
    public init(adopting descriptor: Int32, name: String) throws(TransportError) {
        do throws(Posix.Failure) {
            try Posix.prepareAdopted(descriptor)
        } catch {
            Posix.close(descriptor)
            throw TransportError(opening: name, error)
        }
        stream = DescriptorIO(descriptor: descriptor, name: name)
        self.descriptor = descriptor
    }

    deinit { close() }

    /// Opens a path for this transport alone; a terminal is put into raw mode, a local socket is connected to, such as an
    /// emulator's serial port.
    ///
    /// - Throws: `notFound`, `notPermitted`, `notASerialPort` (a directory), `busy` when another transport, of this or another
    ///   process, has the path open. (Whether a socket takes a second connection is its listener's decision.)
    public static func open(_ path: String) throws(TransportError) -> DescriptorTransport {
        let descriptor: Int32
        do throws(Posix.Failure) {
            let isSocket = Posix.kind(ofPath: try Posix.resolve(path)) == .socket
            descriptor = isSocket ? try Posix.connect(path) : try Posix.open(path)
        } catch {
            throw TransportError(opening: path, error)
        }
        do throws(Posix.Failure) {
            try Posix.lock(descriptor)
            if Posix.isTerminal(descriptor) { try Posix.makeRaw(descriptor) }
        } catch {
            Posix.close(descriptor)
            throw TransportError(opening: path, error)
        }
        return try DescriptorTransport(adopting: descriptor, name: path)
    }

    public var name: String { stream.name }

    public func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32
    ) throws(TransportError) -> Int {
        try stream.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
    }

    public func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try stream.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Writes what there is room for just now and waits for nothing, for a writer that has to know how many bytes left.
    ///
    /// - Returns: the number of bytes written, 0 when there is no room.
    public func writeAvailable(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int {
        try stream.writeAvailable(bytes)
    }

    public func close() {
        guard let open = descriptor else { return }
        descriptor = nil
        stream.retire()
        Posix.close(open)
    }
}
