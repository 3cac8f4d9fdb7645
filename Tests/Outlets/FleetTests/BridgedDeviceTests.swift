import Fleet
import Formatting
import TestSupport
import Testing
import WireProtocol

@Suite("What a bridge says of its device")
struct BridgedDeviceTests {
    @Test("is read again")
    func again() {
        var hello = ScriptedDevice.sixAxes()
        hello.name = LyingDevice.text("glove \u{1B}[2J")
        hello.network = 0x00AB_CDEF
        hello.capabilities = .installs
        let device = BridgedDevice(hello, place: "host /dev/ttyACM0", since: 1_796_098_697.123)
        #expect(BridgedDevice(reading: device.line.line.utf8) == device)
        #expect(device.channels.count == 6 && device.installs && !device.line.line.contains("\u{1B}"))
    }

    @Test("is that nobody is there, where it is not")
    func away() {
        #expect(BridgedDevice(reading: BridgedDevice().line.line.utf8)?.isOnline == false)
        #expect(BridgedDevice().line.line == #"{"state":"offline"}"#)
    }

    @Test("is nothing, if it is no such thing", arguments: ["", "online", "{}", "[1]", #"{"state":1}"#])
    func rubbish(text: String) { #expect(BridgedDevice(reading: text.utf8) == nil) }
}
