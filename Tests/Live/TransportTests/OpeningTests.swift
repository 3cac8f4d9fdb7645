import CPtyShim
import Foundation
import Testing
import Transport

@Suite("Opening a port")
struct OpeningTests {
    @Test("is refused as busy while it is open", arguments: PortKind.available, PortKind.available)
    func busy(_ first: PortKind, _ second: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        let port = try first.open(terminal.slavePath)
        let error = failure { () throws(TransportError) in _ = try second.open(terminal.slavePath) }
        #expect(error?.code == .busy)
        // The refusal must leave the port to its owner.
        try port.send([1, 2, 3])
        #expect(try terminal.transport.receive(exactly: 3) == [1, 2, 3])
    }

    @Test("works again after it was closed", arguments: PortKind.available, PortKind.available)
    func reopened(_ first: PortKind, _ second: PortKind) throws {
        let terminal = try PseudoTerminal.open()
        try first.open(terminal.slavePath).close()
        let port = try second.open(terminal.slavePath)
        try port.send([7])
        #expect(try terminal.transport.receive() == [7])
    }

    @Test("of a path that is not there throws notFound and names the path", arguments: PortKind.allCases)
    func notFound(_ kind: PortKind) throws {
        let path = try ScratchDirectory().path("ttyNONE")
        let error = failure { () throws(TransportError) in _ = try kind.open(path) }
        #expect(error?.code == .notFound)
        #expect(error?.errno == ENOENT)
        #expect(error?.description == "there is no port \(path); run “list the ports” to see the ports that are connected")
    }

    @Test(
        "without the right to throws notPermitted", .disabled(if: getuid() == 0, "root may open anything"),
        arguments: PortKind.allCases)
    func notPermitted(_ kind: PortKind) throws {
        let directory = try ScratchDirectory()
        let path = directory.path("locked")
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0]))
        let error = failure { () throws(TransportError) in _ = try kind.open(path) }
        #expect(error?.code == .notPermitted)
        #expect(error?.errno == EACCES)
    }

    @Test("of a directory throws notASerialPort", arguments: PortKind.allCases)
    func directory(_ kind: PortKind) throws {
        let directory = try ScratchDirectory()
        #expect(failure { () throws(TransportError) in _ = try kind.open(directory.path("")) }?.code == .notASerialPort)
    }

    @Test("as a serial port refuses what is no terminal", arguments: ["/dev/null", "/dev/zero"])
    func noTerminal(_ path: String) {
        #expect(failure { () throws(TransportError) in _ = try SerialTransport.open(path) }?.code == .notASerialPort)
    }
}

@Suite("Opening a serial port", .enabled(if: mq_pty_shim_is_available(), "needs the pseudo-terminal shim of Linux"))
struct SerialSettingsTests {
    @Test("follows a symbolic link, whose name the messages keep")
    func symbolicLink() throws {
        let directory = try ScratchDirectory()
        let terminal = try PseudoTerminal.open(linkPath: directory.path("sensor"))
        let port = try SerialTransport.open(directory.path("sensor"))
        #expect(port.name == directory.path("sensor"))
        try port.send([9])
        #expect(try terminal.transport.receive() == [9])
    }

    @Test("treats DTR and RTS as asked", arguments: DTRPolicy.allCases)
    func lines(_ policy: DTRPolicy) throws {
        let terminal = try PseudoTerminal.open()
        let probe = open(terminal.slavePath, O_RDWR | O_NOCTTY)
        defer { close(probe) }
        let before = mq_pty_shim_modem_lines(probe)
        let port = try SerialTransport.open(terminal.slavePath, dtr: policy)
        let after = mq_pty_shim_modem_lines(probe)
        switch policy {
        case .assert: #expect(mq_pty_shim_has_dtr(after) && mq_pty_shim_has_rts(after))
        case .leaveOff: #expect(!mq_pty_shim_has_dtr(after) && !mq_pty_shim_has_rts(after))
        case .keep: #expect(after == before)
        }
        port.close()
    }

    @Test("clears the drop of the lines at close only when they are to be kept", arguments: DTRPolicy.allCases)
    func linesAtClose(_ policy: DTRPolicy) throws {
        let terminal = try PseudoTerminal.open()
        let probe = open(terminal.slavePath, O_RDWR | O_NOCTTY)
        defer { close(probe) }
        var settings = termios()
        #expect(tcgetattr(probe, &settings) == 0)
        settings.c_cflag |= tcflag_t(HUPCL)
        #expect(tcsetattr(probe, TCSANOW, &settings) == 0)
        let port = try SerialTransport.open(terminal.slavePath, dtr: policy)
        #expect(tcgetattr(probe, &settings) == 0)
        #expect((settings.c_cflag & tcflag_t(HUPCL) == 0) == (policy == .keep))
        port.close()
    }

    @Test("keeps other programs out with TIOCEXCL, until it is closed")
    func exclusive() throws {
        let terminal = try PseudoTerminal.open()
        let probe = open(terminal.slavePath, O_RDWR | O_NOCTTY)
        defer { close(probe) }
        let port = try SerialTransport.open(terminal.slavePath)
        #expect(mq_pty_shim_is_exclusive(probe) == 1)
        port.close()
        #expect(mq_pty_shim_is_exclusive(probe) == 0)
    }

    @Test("sets the baud rate, 8 data bits, no parity and one stop bit", arguments: [9600, 115_200, 250_000, 921_600])
    func settings(_ baudRate: Int) throws {
        let terminal = try PseudoTerminal.open()
        let probe = open(terminal.slavePath, O_RDWR | O_NOCTTY)
        defer { close(probe) }
        let port = try SerialTransport.open(terminal.slavePath, baudRate: baudRate)
        var settings = termios()
        #expect(tcgetattr(probe, &settings) == 0)
        #expect(mq_pty_shim_baud_rate(probe) == Int32(baudRate))
        #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
        #expect(settings.c_cflag & tcflag_t(PARENB | CSTOPB) == 0)
        port.close()
    }

    @Test("refuses a baud rate that cannot be, names it, and leaves the port free", arguments: [0, -9600, 1 << 40])
    func impossibleBaudRate(_ baudRate: Int) throws {
        let terminal = try PseudoTerminal.open()
        // Not before: its number would be another test's.
        defer { terminal.close() }
        let path = terminal.slavePath
        let error = failure { () throws(TransportError) in _ = try SerialTransport.open(path, baudRate: baudRate) }
        #expect(error?.code == .unsupportedBaudRate)
        #expect(error?.description == "\(path) cannot run at \(baudRate) baud; choose another baud rate")
        try SerialTransport.open(path).close()
    }
}
