/// Which device a person means, and how to find it again when it was unplugged.
public struct DeviceChoice: Sendable {
    /// The port as it was named, or the one that was found for `auto`.
    public let path: String
    /// What is known of the device; nil for a port that is not listed, such as a pseudo-terminal.
    public let description: PortDescription?
    private let absence = DeviceAbsence()

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

    /// A device that was found.
    package init(_ found: PortDescription) { (path, description) = (found.path, found) }

    /// Opens the port, where it is now.
    ///
    /// - Throws: `notFound` while a USB device is away, also if another one has its path; see `PortDirectory.open` for the rest.
    public func open(options: PortOptions = PortOptions()) throws(TransportError) -> any ByteTransport {
        let place = try place(
            named: PortDirectory.port(at:), among: PortDirectory.list, known: { Posix.fingerprint(ofFolder: "/sys/class/tty") })
        return try PortDirectory.open(path: place, options: options)
    }

    /// Where the device is.
    ///
    /// - Parameters:
    ///   - port: what is at a path now.
    ///   - ports: those that are there now; called only if the device is not where it was, and where that may say something new.
    ///   - known: a number that changes whenever the system makes or forgets a terminal; nil where there is none.
    /// - Throws: `notFound`, for a USB device that is away.
    package func place(
        named port: (String) -> PortDescription?, among ports: () -> [PortDescription], known: () -> Int?
    ) throws(TransportError) -> String {
        guard let description, description.usbVendorID != nil else { return path }
        if port(path)?.isSameUSBDevice(as: description) == true {
            absence.end()
            return path
        }
        let isWorthALook = absence.isWorthALook(known())
        guard isWorthALook, let place = PortDirectory.reopenPath(for: description, among: ports()) else {
            throw TransportError(.notFound, port: path, operation: "sp_list_ports")
        }
        absence.end()
        return place
    }
}
