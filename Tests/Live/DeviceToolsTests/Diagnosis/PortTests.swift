import DeviceTools
import Formatting
import Testing

@Suite("Whether this user may open the port")
struct PermissionTests {
    private func found(_ change: (inout MadeUpSystem) -> Void) -> Finding {
        var system = MadeUpSystem()
        system.addNode("/dev/ttyUSB0")
        change(&system)
        return .permission(system, port: "/dev/ttyUSB0")
    }

    @Test("the group of the node is named, and the command that adds the user to it")
    func group() {
        let finding = found { _ in }
        #expect(finding.verdict == .notOK)
        #expect(finding.saw == "/dev/ttyUSB0 belongs to root and the group dialout, to which me does not belong")
        #expect(finding.mend == "sudo usermod -aG dialout $USER, then log out and in again")
    }

    @Test("a user who was added after the login is told to log in again")
    func newMember() {
        let finding = found { $0.write("/etc/group", "dialout:x:20:other,me\n") }
        #expect(finding.saw.description.hasSuffix("this login is older"))
        #expect(finding.mend?.description.contains("newgrp dialout") == true)
    }

    @Test("a node whose group may not use it either is opened with chmod", arguments: [(0, 0o660), (20, 0o600)])
    func rights(_ group: UInt32, _ rights: UInt32) {
        let finding = found { $0.addNode("/dev/ttyUSB0", group: group, rights: rights) }
        #expect(finding.mend?.description.hasPrefix("sudo chmod a+rw /dev/ttyUSB0") == true)
    }

    @Test("what the system allows is well, whatever the rights say")
    func allowed() {
        #expect(found { $0.addNode("/dev/ttyUSB0", isUsable: true) }.verdict == .ok)
    }

    @Test("of a port that is not there nothing is claimed")
    func absent() {
        #expect(found { $0.removeNode("/dev/ttyUSB0") }.verdict == .unseen)
    }
}

@Suite("Whether another program has the port")
struct PortUsersTests {
    private func found(_ change: (inout MadeUpSystem) -> Void) -> Finding {
        var system = MadeUpSystem()
        system.addNode("/dev/ttyUSB0")
        change(&system)
        return .users(system, port: "/dev/ttyUSB0")
    }

    @Test("it is named with its number")
    func holder() {
        let finding = found { $0.run("minicom", as: 99, holding: ["/dev/null", "/dev/ttyUSB0"]) }
        #expect(finding.verdict == .notOK)
        #expect(finding.saw == "/dev/ttyUSB0 is open in minicom (process 99)")
        #expect(finding.mend == "close it, or kill 99")
    }

    @Test("this program itself does not count")
    func ourselves() {
        #expect(found { _ in }.verdict == .ok)
    }

    @Test(
        "those that grab ports by themselves are kept from it",
        arguments: [("ModemManager", "sudo systemctl mask --now ModemManager"), ("brltty", "sudo apt remove brltty")])
    func grabber(_ name: String, _ mend: String) {
        #expect(found { $0.run(name, as: 99, holding: ["/dev/ttyUSB0"]) }.mend?.description.hasPrefix(mend) == true)
    }

    @Test("one that grabs ports and has not got this one is mentioned")
    func idleGrabber() {
        let finding = found { $0.run("ModemManager", as: 99, holding: []) }
        #expect(finding.verdict == .ok)
        #expect(finding.saw.description.contains("ModemManager runs"))
    }

    @Test("others' processes cannot be looked into, which is said")
    func others() {
        let finding = found { $0.run("secret", as: 99, holding: nil) }
        #expect(finding.saw.description.hasPrefix("none of your programs"))
        #expect(finding.mend == "of others' programs: sudo lsof /dev/ttyUSB0")
    }

    @Test("the program behind a pseudo-terminal is its device, and no other user")
    func simulator() {
        var system = MadeUpSystem()
        system.addNode("/dev/pts/3")
        system.run("motionq", as: 99, holding: ["/dev/ptmx", "/dev/pts/3"])
        #expect(Finding.users(system, port: "/dev/pts/3").verdict == .ok)
        system.run("screen", as: 98, holding: ["/dev/pts/3"])
        #expect(Finding.users(system, port: "/dev/pts/3").saw == "/dev/pts/3 is open in screen (process 98)")
    }

    @Test("a port that is not there has no users")
    func absent() {
        #expect(found { $0.removeNode("/dev/ttyUSB0") }.verdict == .unseen)
    }

    @Test("without /proc nothing is claimed")
    func unseen() {
        var system = MadeUpSystem(hasProcesses: false)
        system.addNode("/dev/ttyUSB0")
        let finding = Finding.users(system, port: "/dev/ttyUSB0")
        #expect(finding.verdict == .unseen && finding.mend == "lsof /dev/ttyUSB0")
    }
}

@Suite("An FTDI chip's latency timer")
struct LatencyTests {
    private func found(_ text: String?) -> Finding {
        var system = MadeUpSystem()
        if let text { system.write("/sys/bus/usb-serial/devices/ttyUSB0/latency_timer", text) }
        return .latency(system, port: "/dev/ttyUSB0")
    }

    @Test("of 16 ms, which is usual, is told with the command that makes it 1")
    func long() {
        let finding = found("16\n")
        #expect(finding.verdict == .notOK)
        #expect(finding.mend == "echo 1 | sudo tee /sys/bus/usb-serial/devices/ttyUSB0/latency_timer")
        #expect(finding.figures == [Finding.Figure("milliseconds", 16)])
    }

    @Test("of 1 ms is well")
    func short() {
        #expect(found("1\n").verdict == .ok)
    }

    @Test("that is not there is that of another chip")
    func none() {
        #expect(found(nil).verdict == .unseen)
    }
}
