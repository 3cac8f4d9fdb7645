import CLibSerialPort

/// A port that libserialport has opened, with the locks that keep others out. It must be closed by hand.
struct OpenPort {
    /// The name the caller used; messages carry it, even when it is a symbolic link.
    let name: String
    /// The descriptor to poll, read and write.
    let handle: Int32
    private let port: OpaquePointer
    private let guardDescriptor: Int32

    init(path: String) throws(TransportError) {
        let opened: (path: String, descriptor: Int32)
        do throws(Posix.Failure) {
            // libserialport knows a device by its kernel name only: /dev/serial/by-id/… has to be followed first.
            let resolved = try Posix.resolve(path)
            opened = (resolved, try Posix.open(resolved))
        } catch {
            throw TransportError(opening: path, error)
        }
        do throws(TransportError) {
            // The lock comes before sp_open, which would change the baud rate under a program that has the port.
            try Self.claim(opened.descriptor, name: path)
            port = try Self.openPort(resolvedPath: opened.path, name: path)
        } catch {
            Posix.close(opened.descriptor)
            throw error
        }
        var handle: Int32 = -1
        sp_get_port_handle(port, &handle)
        name = path
        self.handle = handle
        guardDescriptor = opened.descriptor
        // Only after sp_open: before it, it would keep this process out, too.
        try? Posix.setExclusive(handle, true)
    }

    func close() {
        try? Posix.setExclusive(handle, false)
        sp_close(port)
        sp_free_port(port)
        Posix.close(guardDescriptor)
    }

    private static func claim(_ descriptor: Int32, name: String) throws(TransportError) {
        guard Posix.isTerminal(descriptor) else {
            throw TransportError(.notASerialPort, port: name, operation: "isatty")
        }
        do throws(Posix.Failure) {
            try Posix.lock(descriptor)
        } catch {
            throw TransportError(opening: name, error)
        }
    }

    private static func openPort(resolvedPath: String, name: String) throws(TransportError) -> OpaquePointer {
        var found: OpaquePointer?
        guard sp_get_port_by_name(resolvedPath, &found) == SP_OK, let port = found else {
            throw TransportError(.notASerialPort, port: name, operation: "sp_get_port_by_name")
        }
        let result = sp_open(port, SP_MODE_READ_WRITE)
        guard result == SP_OK else {
            let error = failure("sp_open", result, name: name)
            sp_free_port(port)
            throw error
        }
        return port
    }
}

// MARK: - Settings

extension OpenPort {
    /// Sets the speed, 8N1, no flow control, and the lines.
    func configure(baudRate: Int, dtr: DTRPolicy) throws(TransportError) {
        try setBaudRate(baudRate)
        try check("sp_set_bits", sp_set_bits(port, 8))
        try check("sp_set_parity", sp_set_parity(port, SP_PARITY_NONE))
        try check("sp_set_stopbits", sp_set_stopbits(port, 1))
        try check("sp_set_flowcontrol", sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE))
        switch dtr {
        case .assert:
            try check("sp_set_dtr", sp_set_dtr(port, SP_DTR_ON))
            try check("sp_set_rts", sp_set_rts(port, SP_RTS_ON))
        case .leaveOff:
            // DTR off with RTS still on is how an ESP32 board is told to reset: RTS goes first.
            try check("sp_set_rts", sp_set_rts(port, SP_RTS_OFF))
            try check("sp_set_dtr", sp_set_dtr(port, SP_DTR_OFF))
        case .keep:
            do throws(Posix.Failure) {
                try Posix.keepLinesAtClose(handle)
            } catch {
                throw TransportError(opening: name, error)
            }
        }
    }

    /// A UART copes with an error of about 3 %; a driver that could only set something farther off has not done what was asked.
    private func setBaudRate(_ baudRate: Int) throws(TransportError) {
        let refusal = TransportError(
            .unsupportedBaudRate, port: name, operation: "sp_set_baudrate", baudRate: baudRate)
        guard let rate = Int32(exactly: baudRate), rate > 0, sp_set_baudrate(port, rate) == SP_OK else { throw refusal }
        guard let actual = configuredBaudRate(), actual > 0 else { return }
        guard abs(actual - baudRate) * 100 <= 3 * baudRate else { throw refusal }
    }

    private func configuredBaudRate() -> Int? {
        var allocated: OpaquePointer?
        guard sp_new_config(&allocated) == SP_OK, let settings = allocated else { return nil }
        defer { sp_free_config(settings) }
        var rate: Int32 = 0
        guard sp_get_config(port, settings) == SP_OK, sp_get_config_baudrate(settings, &rate) == SP_OK else { return nil }
        return Int(rate)
    }

    private func check(_ call: StaticString, _ result: sp_return) throws(TransportError) {
        guard result == SP_OK else { throw Self.failure(call, result, name: name) }
    }

    /// libserialport keeps the error number only when the system refused, and only until its next call.
    private static func failure(_ call: StaticString, _ result: sp_return, name: String) -> TransportError {
        guard result == SP_ERR_FAIL else {
            return TransportError(result == SP_ERR_MEM ? .io : .notASerialPort, port: name, operation: "\(call)")
        }
        return TransportError(opening: name, Posix.Failure(call: call, errno: sp_last_error_code()))
    }
}
