import DeviceTools
import Formatting
import Testing

@Suite("Whether a USB serial device is there")
struct USBTests {
    private func found(_ system: MadeUpSystem, port: String? = nil) -> Finding { .usb(system, port: port) }

    @Test("without any device, a cable that only charges comes to mind")
    func nothing() {
        var system = MadeUpSystem()
        system.plugIn("1d6b", "0002", name: "xHCI Host Controller", isHub: true, at: "usb1")
        let finding = found(system)
        #expect(finding.verdict == .notOK)
        #expect(finding.saw == "no USB device is plugged in")
        #expect(finding.mend?.description.contains("cable that carries data") == true)
    }

    @Test("a keyboard is no serial device, and is named")
    func keyboard() {
        var system = MadeUpSystem()
        system.plugIn("046d", "c31c", name: "USB Keyboard", kind: "03", driver: "usbhid")
        #expect(found(system).saw.description.contains("no serial one: USB Keyboard (046d:c31c)"))
    }

    @Test(
        "a known chip without a driver needs its module",
        arguments: [
            ("1a86", "7523", "ch341"), ("10c4", "ea60", "cp210x"), ("0403", "6001", "ftdi_sio"), ("067b", "2303", "pl2303"),
        ])
    func missingDriver(_ vendor: String, _ product: String, _ module: String) {
        var system = MadeUpSystem()
        system.plugIn(vendor, product)
        let finding = found(system)
        #expect(finding.verdict == .notOK)
        #expect(finding.saw.description.contains("it needs \(module)"))
        #expect(finding.mend?.description.hasPrefix("sudo modprobe \(module)") == true)
    }

    @Test("a CDC device of an unknown vendor needs cdc_acm")
    func unknownCDC() {
        var system = MadeUpSystem()
        system.plugIn("2341", "0043", name: "Uno", kind: "02")
        #expect(found(system).mend?.description.hasPrefix("sudo modprobe cdc_acm") == true)
    }

    @Test("a driver that is loaded and has not taken its device is not loaded again")
    func loadedDriver() {
        var system = MadeUpSystem()
        system.plugIn("1a86", "7523")
        system.write("/sys/module/ch341/refcnt", "0\n")
        let finding = found(system)
        #expect(finding.saw.description.hasSuffix("though ch341 is loaded"))
        #expect(finding.mend?.description.contains("dmesg") == true)
    }

    @Test("a device that brltty has taken from its driver says so")
    func brltty() {
        var system = MadeUpSystem()
        system.plugIn("1a86", "7523", driver: "usbfs")
        system.run("brltty", as: 77, holding: nil)
        let finding = found(system)
        #expect(finding.saw.description.hasSuffix("taken it from its driver: brltty"))
        #expect(finding.mend?.description.hasPrefix("sudo apt remove brltty") == true)
    }

    @Test("the device of a port is named with its driver, found by /dev/serial/by-id, too", arguments: ["ttyUSB0", "ttyACM0"])
    func present(_ name: String) {
        var system = MadeUpSystem()
        system.plugIn("0403", "6001", name: "FT232R", driver: "some_driver", port: name)
        system.link("/dev/serial/by-id/usb-FTDI", to: "../../\(name)")
        for port in ["/dev/\(name)", "/dev/serial/by-id/usb-FTDI"] {
            #expect(found(system, port: port) == Finding(.usb, .ok, "FT232R (0403:6001) is /dev/\(name), driver some_driver"))
        }
    }

    @Test("a maker's name is not said twice", arguments: [("FTDI", "FT232R", "FTDI FT232R"), ("QEMU", "QEMU USB", "QEMU USB")])
    func maker(_ maker: String, _ name: String, _ words: String) {
        var system = MadeUpSystem()
        system.plugIn("0403", "6001", maker: maker, name: name, driver: "ftdi_sio", port: "ttyUSB0")
        #expect(found(system, port: "/dev/ttyUSB0").saw.description.hasPrefix("\(words) (0403:6001)"))
    }

    @Test("a name from a device cannot command a terminal")
    func escapes() {
        var system = MadeUpSystem()
        system.plugIn("0403", "6001", name: "FT\u{1B}[2J", driver: "ftdi_sio", port: "ttyUSB0")
        #expect(found(system, port: "/dev/ttyUSB0").saw.description.hasPrefix("FT\\u{1b}[2J (0403:6001)"))
    }

    @Test("a port of the kernel's without a node is one that a container was not given")
    func container() {
        var system = MadeUpSystem()
        system.plugIn("0403", "6001", driver: "ftdi_sio", port: "ttyUSB0")
        system.removeNode("/dev/ttyUSB0")
        #expect(found(system).mend?.description.contains("--device=/dev/ttyUSB0") == true)
    }

    @Test("a port that is not there, while another is, leads to that one")
    func otherPort() {
        var system = MadeUpSystem()
        system.plugIn("0403", "6001", driver: "ftdi_sio", port: "ttyUSB1")
        let finding = found(system, port: "/dev/ttyUSB0")
        #expect(finding.verdict == .notOK)
        #expect(finding.mend == "\(.diagnose, .setting(.port, "/dev/ttyUSB1"))")
    }

    @Test("of several one is to be named")
    func several() {
        var system = MadeUpSystem()
        system.plugIn("0403", "6001", driver: "ftdi_sio", port: "ttyUSB0")
        system.plugIn("2341", "0043", name: "Uno", kind: "02", driver: "cdc_acm", port: "ttyACM0", at: "1-2")
        let finding = found(system)
        #expect(finding.saw == "several serial devices are plugged in: 0403:6001 is /dev/ttyUSB0, Uno (2341:0043) is /dev/ttyACM0")
        #expect(finding.mend == "name one of them: \(.diagnose, .setting(.port, "/dev/ttyUSB0"))")
        #expect(found(system, port: "/dev/ttyACM0").verdict == .ok)
    }

    @Test("a pseudo-terminal has no USB device, by its link either")
    func pseudoTerminal() {
        var system = MadeUpSystem()
        system.link("/home/me/board", to: "/dev/pts/3")
        for port in ["/dev/pts/3", "/home/me/board"] { #expect(found(system, port: port).verdict == .unseen) }
    }

    @Test("where the system shows no USB, nothing is claimed")
    func unseen() {
        #expect(found(MadeUpSystem(hasUSB: false)).verdict == .unseen)
    }
}
