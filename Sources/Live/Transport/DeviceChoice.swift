/// Which device a person means, and how to find it again when it was unplugged.
public struct DeviceChoice: Sendable {
    /// The port as it was named, or the one that was found for `auto`.
    public let path: String
    /// What is known of the device; nil for a port that is not listed, such as a pseudo-terminal.
    public let description: PortDescription?

    /// - Parameters:
    ///   - port: a path, or `auto` for the only USB device that is plugged in.
    ///   - preference: which one of several `auto` means; nil for none of them.
    /// - Throws: `notPluggedIn` or `severalPluggedIn`, for `auto` only; `notASerialPort` for a regular file, into which commands
    ///   would be written.
    public init(
        _ port: String, preference: ([PortDescription]) -> PortDescription? = { _ in nil }
    ) throws(TransportError) {
        description = try port == "auto" ? Self.chosen(PortDirectory.list(), preference) : PortDirectory.port(at: port)
        path = description?.path ?? port
        let resolved = try? Posix.resolve(path)
        if resolved.flatMap({ Posix.kind(ofPath: $0) }) == .regularFile {
            throw TransportError(.notASerialPort, port: path, operation: "lstat")
        }
    }

    private static func chosen(
        _ known: [PortDescription], _ preference: ([PortDescription]) -> PortDescription?
    ) throws(TransportError) -> PortDescription {
        let usb = known.filter { $0.connection == .usb }
        guard let first = usb.first else { throw TransportError(.notPluggedIn, port: "auto", operation: "sp_list_ports") }
        guard usb.count > 1 else { return first }
        guard let preferred = preference(usb) else {
            throw TransportError(.severalPluggedIn, port: usb.map(\.path).joined(separator: ", "), operation: "sp_list_ports")
        }
        return preferred
    }

    /// Opens the port, where it is now.
    ///
    /// - Throws: see `PortDirectory.open`.
    public func open(options: PortOptions = PortOptions()) throws(TransportError) -> any ByteTransport {
        let present = description.flatMap { PortDirectory.reopenPath(for: $0) }
        return try PortDirectory.open(path: present ?? path, options: options)
    }
}
