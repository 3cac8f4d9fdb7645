import CLibSerialPort

/// Finds and opens ports.
public enum PortDirectory {
    /// The serial ports connected now, sorted by path; none where the operating system does not tell. Pseudo-terminals are not
    /// among them.
    public static func list() -> [PortDescription] {
        var listed: UnsafeMutablePointer<OpaquePointer?>?
        guard sp_list_ports(&listed) == SP_OK, let ports = listed else { return [] }
        defer { sp_free_port_list(ports) }
        var descriptions: [PortDescription] = []
        var next = ports
        while let port = next.pointee {
            if let description = PortDescription(port) { descriptions.append(description) }
            next += 1
        }
        return descriptions.sorted { $0.path < $1.path }
    }

    /// The serial port of this path, if it is connected now; nil for anything else, such as a pseudo-terminal. No other port is
    /// looked at: a computer has dozens, and `list` takes a millisecond.
    static func port(at path: String) -> PortDescription? {
        var found: OpaquePointer?
        guard sp_get_port_by_name(path, &found) == SP_OK, let port = found else { return nil }
        defer { sp_free_port(port) }
        return PortDescription(port)
    }

    /// Opens whatever is at `path`, following symbolic links: a character device as a serial port, but a pseudo-terminal or
    /// anything else as a plain descriptor.
    ///
    /// - Throws: see `SerialTransport.open` and `DescriptorTransport.open`.
    public static func open(
        path: String, options: PortOptions = PortOptions()
    ) throws(TransportError) -> any ByteTransport {
        let resolved: String
        do throws(Posix.Failure) {
            resolved = try Posix.resolve(path)
        } catch {
            throw TransportError(opening: path, error)
        }
        if Posix.isPseudoTerminal(resolvedPath: resolved) || Posix.kind(ofPath: resolved) != .characterDevice {
            return try DescriptorTransport.open(path)
        }
        return try SerialTransport.open(path, baudRate: options.baudRate, dtr: options.dtr)
    }

    /// Where a device that was unplugged is now; nil while it is away.
    ///
    /// A USB device is known by its vendor, product and serial number, since its path may change. Where several ports match — a
    /// device may have more than one — the old path wins, and two devices without serial numbers are only told apart by it. A port
    /// that is not USB is known by its path.
    public static func reopenPath(for port: PortDescription) -> String? {
        reopenPath(for: port, among: list())
    }

    package static func reopenPath(for port: PortDescription, among candidates: [PortDescription]) -> String? {
        guard port.usbVendorID != nil, port.usbProductID != nil else {
            return candidates.contains { $0.path == port.path } ? port.path : nil
        }
        let matches = candidates.filter { $0.isSameUSBDevice(as: port) }
        if matches.contains(where: { $0.path == port.path }) { return port.path }
        guard port.serialNumber != nil || matches.count == 1 else { return nil }
        return matches.map(\.path).min()
    }
}

extension PortDescription {
    /// Reads what libserialport knows of a port; nil for a port without a name.
    fileprivate init?(_ port: OpaquePointer) {
        guard let path = sp_get_port_name(port).map({ String(cString: $0) }) else { return nil }
        self.init(
            path: path,
            description: sp_get_port_description(port).map { String(cString: $0) } ?? path,
            connection: Connection(sp_get_port_transport(port)))
        guard connection == .usb else { return }
        var vendor: Int32 = 0
        var product: Int32 = 0
        if sp_get_port_usb_vid_pid(port, &vendor, &product) == SP_OK {
            usbVendorID = UInt16(exactly: vendor)
            usbProductID = UInt16(exactly: product)
        }
        manufacturer = sp_get_port_usb_manufacturer(port).map { String(cString: $0) }
        self.product = sp_get_port_usb_product(port).map { String(cString: $0) }
        serialNumber = sp_get_port_usb_serial(port).map { String(cString: $0) }
    }
}

extension PortDescription.Connection {
    fileprivate init(_ transport: sp_transport) {
        switch transport {
        case SP_TRANSPORT_USB: self = .usb
        case SP_TRANSPORT_BLUETOOTH: self = .bluetooth
        default: self = .native
        }
    }
}
