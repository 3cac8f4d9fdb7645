import Foundation
import Testing
import Transport

private func usb(_ path: String, product: UInt16 = 0x7523, serial: String? = nil) -> PortDescription {
    PortDescription(
        path: path, description: "board", connection: .usb, usbVendorID: 0x1A86, usbProductID: product, serialNumber: serial)
}

@Suite("Ports that come and go")
struct PortWatchTests {
    @Test("are present at the first look, and told then")
    func first() {
        var watch = PortWatch()
        #expect(watch.observe([usb("/dev/ttyUSB0")]) == [.present(usb("/dev/ttyUSB0"))])
    }

    @Test("are told once")
    func once() {
        var watch = PortWatch()
        _ = watch.observe([])
        #expect(watch.observe([usb("/dev/ttyUSB0")]) == [.came(usb("/dev/ttyUSB0"))])
        #expect(watch.observe([usb("/dev/ttyUSB0")]) == [])
        #expect(watch.observe([]) == [.went(usb("/dev/ttyUSB0"))])
    }

    @Test("go before others come, also under the same path")
    func exchanged() {
        var watch = PortWatch()
        let (old, new) = (usb("/dev/ttyUSB0", serial: "A"), usb("/dev/ttyUSB0", serial: "B"))
        _ = watch.observe([old])
        #expect(watch.observe([new]) == [.went(old), .came(new)])
    }

    @Test("do not come again because their name was learned later")
    func renamed() {
        var watch = PortWatch()
        var port = usb("/dev/ttyUSB0")
        _ = watch.observe([port])
        port.description = "USB Serial"
        #expect(watch.observe([port]) == [])
    }
}

@Suite("A device that is remembered")
struct RememberedDeviceTests {
    private func found(_ device: RememberedDevice?, _ ports: [PortDescription], ids: [String: String] = [:]) -> String? {
        device?.found(among: ports) { ids[$0.path] }?.path
    }

    @Test("is found on another path by vendor, product and serial number")
    func moved() {
        let device = RememberedDevice(usb("/dev/ttyUSB0", serial: "A"))
        #expect(found(device, [usb("/dev/ttyUSB0", serial: "B"), usb("/dev/ttyUSB3", serial: "A")]) == "/dev/ttyUSB3")
    }

    @Test("is not another one that has its path now")
    func replaced() {
        #expect(found(RememberedDevice(usb("/dev/ttyUSB0", serial: "A")), [usb("/dev/ttyUSB0", serial: "B")]) == nil)
    }

    @Test("without a serial number is told from its like by the unique id of its HELLO")
    func uniqueID() {
        let device = RememberedDevice(usb("/dev/ttyUSB0"), uniqueID: "0a0b")
        let ports = [usb("/dev/ttyUSB0"), usb("/dev/ttyUSB1")]
        #expect(found(device, ports, ids: ["/dev/ttyUSB0": "ffff", "/dev/ttyUSB1": "0a0b"]) == "/dev/ttyUSB1")
    }

    @Test("is not asked for its unique id when USB tells it apart")
    func notAsked() {
        let device = RememberedDevice(usb("/dev/ttyUSB0", serial: "A"), uniqueID: "0a0b")
        let port = device?.found(among: [usb("/dev/ttyUSB1", serial: "A"), usb("/dev/ttyUSB2", serial: "B")]) { _ in
            Issue.record("a port was opened")
            return nil
        }
        #expect(port?.path == "/dev/ttyUSB1")
    }

    @Test("among its like is not guessed when it never told a unique id")
    func alike() {
        #expect(found(RememberedDevice(usb("/dev/ttyUSB0")), [usb("/dev/ttyUSB0"), usb("/dev/ttyUSB1")]) == nil)
    }

    @Test("is a USB device")
    func native() {
        #expect(RememberedDevice(PortDescription(path: "/dev/ttyS0", description: "ttyS0", connection: .native)) == nil)
    }

    @Test("as an older version wrote it down is read")
    func older() throws {
        let text = #"{"vendor":6790,"product":29987,"serialNumber":"A"}"#
        let device = try JSONDecoder().decode(RememberedDevice.self, from: Data(text.utf8))
        #expect(device == RememberedDevice(usb("/dev/ttyUSB0", serial: "A")))
    }
}

@Suite("A device that was chosen")
struct DeviceChoiceTests {
    private let choice = DeviceChoice(usb("/dev/ttyUSB0", serial: "A"))

    private func place(_ choice: DeviceChoice, among ports: [PortDescription], known: Int? = nil) -> String? {
        try? choice.place(named: { path in ports.first { $0.path == path } }, among: { ports }, known: { known })
    }

    @Test("is opened where it is now")
    func moved() {
        #expect(place(choice, among: [usb("/dev/ttyUSB0", serial: "B"), usb("/dev/ttyUSB1", serial: "A")]) == "/dev/ttyUSB1")
    }

    @Test("is away while another one has its path")
    func replaced() {
        let error = failure { () throws(TransportError) in
            _ = try choice.place(
                named: { usb($0, serial: "B") }, among: { [usb("/dev/ttyUSB0", serial: "B")] }, known: { nil })
        }
        #expect(error?.code == .notFound)
        #expect(error?.description.hasPrefix("the device that was at /dev/ttyUSB0 is not there") == true)
    }

    @Test("by a path that is not USB's is opened there")
    func native() {
        let native = DeviceChoice(PortDescription(path: "/dev/ttyS0", description: "ttyS0", connection: .native))
        #expect(place(native, among: []) == "/dev/ttyS0")
    }

    /// How often ports are listed in so many attempts to open a device that is away.
    private func lists(_ attempts: Int, known: (Int) -> Int?) -> Int {
        var count = 0
        for attempt in 0..<attempts {
            let ports = {
                count += 1
                return [PortDescription]()
            }
            _ = try? choice.place(named: { _ in nil }, among: ports, known: { known(attempt) })
        }
        return count
    }

    @Test("that is away is looked for a few times after terminals have come or gone, and then now and then")
    func idle() {
        #expect(lists(100) { _ in 1 } == 5 + 4)
        #expect(lists(100) { $0 < 50 ? 2 : 3 } == 2 * (5 + 2))
    }

    @Test("is opened where it was without a list of all ports")
    func unmoved() throws {
        let place = try choice.place(
            named: { usb($0, serial: "A") },
            among: {
                Issue.record("ports are listed")
                return []
            }, known: { nil })
        #expect(place == "/dev/ttyUSB0")
    }

    @Test("is found though the system told of no change, a while later")
    func late() {
        _ = lists(10) { _ in 1 }
        let attempt = (11...40).first { _ in place(choice, among: [usb("/dev/ttyUSB1", serial: "A")], known: 1) != nil }
        #expect(attempt == 25)
    }

    @Test("that is away is looked for each time where the system does not tell of them")
    func untold() {
        #expect(lists(100) { _ in nil } == 100)
    }

    @Test("is found at the first look after its terminal has come")
    func back() {
        _ = lists(100) { _ in 1 }
        #expect(place(choice, among: [usb("/dev/ttyUSB1", serial: "A")], known: 2) == "/dev/ttyUSB1")
    }
}

@Suite("Waiting for a port")
struct PortPatienceTests {
    private func waits(_ code: TransportError.Code) -> Bool {
        var patience = PortPatience()
        return patience.waits(after: TransportError(code, port: "board", operation: "open"), now: 0)
    }

    @Test(
        "goes on while there is none, or another program has it", arguments: [TransportError.Code.notFound, .notPluggedIn, .busy])
    func absent(_ code: TransportError.Code) {
        #expect(waits(code))
    }

    @Test(
        "ends at what no waiting mends", arguments: [TransportError.Code.severalPluggedIn, .notASerialPort, .unsupportedBaudRate])
    func hopeless(_ code: TransportError.Code) {
        #expect(!waits(code))
    }

    @Test("lets a new port's rights be set, and ends when they are not")
    func settling() {
        var patience = PortPatience()
        let refusal = TransportError(.notPermitted, port: "board", operation: "open")
        let waits = [5000, 6900, 7000].map { patience.waits(after: refusal, now: $0) }
        #expect(waits == [true, true, false])
    }

    @Test("begins again with a port that went away meanwhile")
    func replugged() {
        var patience = PortPatience()
        let refusal = TransportError(.notPermitted, port: "board", operation: "open")
        _ = patience.waits(after: refusal, now: 0)
        _ = patience.waits(after: TransportError(.notFound, port: "board", operation: "open"), now: 1000)
        let waits = patience.waits(after: refusal, now: 2500)
        #expect(waits)
    }
}
