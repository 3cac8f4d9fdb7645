import Foundation
import Testing
import Transport

@Suite("The port directory")
struct PortDirectoryTests {
    @Test("opens a pseudo-terminal as a plain descriptor, by its path and by a link to it")
    func pseudoTerminal() throws {
        let directory = try ScratchDirectory()
        let terminal = try PseudoTerminal.open(linkPath: directory.path("sensor"))
        for path in [terminal.slavePath, directory.path("sensor")] {
            let port = try PortDirectory.open(path: path)
            #expect(port is DescriptorTransport)
            #expect(port.name == path)
            port.close()
        }
    }

    @Test("opens a file as a plain descriptor, which is disconnected at its end")
    func file() throws {
        let directory = try ScratchDirectory()
        #expect(FileManager.default.createFile(atPath: directory.path("recording"), contents: Data([1, 2, 3])))
        let port = try PortDirectory.open(path: directory.path("recording"))
        #expect(try port.receive() == [1, 2, 3])
        #expect(port.readFailure() == .disconnected)
    }

    @Test("opens a character device as a serial port, and refuses what is none")
    func characterDevice() {
        let error = failure { () throws(TransportError) in _ = try PortDirectory.open(path: "/dev/null") }
        #expect(error?.code == .notASerialPort)
    }

    @Test("throws notFound for a path that is not there, and for a link that leads nowhere")
    func notFound() throws {
        let directory = try ScratchDirectory()
        let link = directory.path("dangling")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.path("gone"))
        for path in [link, directory.path("absent")] {
            let error = failure { () throws(TransportError) in _ = try PortDirectory.open(path: path) }
            #expect(error?.code == .notFound)
            #expect(error?.port == path)
        }
    }

    @Test("lists ports by path, each with one")
    func list() {
        let paths = PortDirectory.list().map(\.path)
        #expect(paths == paths.sorted())
        #expect(!paths.contains(""))
    }
}

@Suite("A device that comes back")
struct ReopenPathTests {
    private func usb(_ path: String, product: UInt16 = 0x6001, serial: String? = "A1") -> PortDescription {
        PortDescription(
            path: path, description: "sensor", connection: .usb, usbVendorID: 0x0403, usbProductID: product, serialNumber: serial)
    }

    @Test("is found under another path by vendor, product and serial number")
    func moved() {
        let candidates = [usb("/dev/ttyUSB0", serial: "B2"), usb("/dev/ttyUSB1"), usb("/dev/ttyUSB2", product: 0x6015)]
        #expect(PortDirectory.reopenPath(for: usb("/dev/ttyUSB0"), among: candidates) == "/dev/ttyUSB1")
    }

    @Test("is not taken for another device that now has its path")
    func replaced() {
        #expect(PortDirectory.reopenPath(for: usb("/dev/ttyUSB0"), among: [usb("/dev/ttyUSB0", serial: "B2")]) == nil)
    }

    @Test("keeps its path when it has several ports")
    func severalPorts() {
        let candidates = [usb("/dev/ttyACM0"), usb("/dev/ttyACM1")]
        #expect(PortDirectory.reopenPath(for: usb("/dev/ttyACM1"), among: candidates) == "/dev/ttyACM1")
    }

    @Test("without a serial number is found only when it is the only one of its kind")
    func noSerialNumber() {
        let lost = usb("/dev/ttyUSB0", serial: nil)
        let one = usb("/dev/ttyUSB1", serial: nil)
        #expect(PortDirectory.reopenPath(for: lost, among: [one]) == "/dev/ttyUSB1")
        #expect(PortDirectory.reopenPath(for: lost, among: [one, usb("/dev/ttyUSB2", serial: nil)]) == nil)
    }

    @Test("that is not USB is found by its path")
    func native() {
        let port = PortDescription(path: "/dev/ttyS0", description: "ttyS0", connection: .native)
        #expect(PortDirectory.reopenPath(for: port, among: [port]) == "/dev/ttyS0")
        #expect(PortDirectory.reopenPath(for: port, among: []) == nil)
    }
}
