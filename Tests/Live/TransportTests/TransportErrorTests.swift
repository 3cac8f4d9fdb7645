import Foundation
import Testing
import Transport

@Suite("A transport error")
struct TransportErrorTests {
    @Test(
        "is one sentence that names the port and the mend",
        arguments: [
            (.notFound, 0, "there is no port /dev/ttyX; run “list the ports” to see the ports that are connected"),
            (.busy, EBUSY, "/dev/ttyX is in use by another program; close it, or choose another port"),
            (.notASerialPort, 0, "/dev/ttyX is not a serial port; run “list the ports” to see the ports that are connected"),
            (.disconnected, EIO, "/dev/ttyX was disconnected; check the cable and plug the device in again"),
            (.timedOut, 0, "/dev/ttyX took no bytes in the time allowed; check that the device is running"),
            (.io, EFAULT, "/dev/ttyX failed in sp_open (Bad address); plug the device in again and retry"),
        ] as [(TransportError.Code, Int32, String)])
    func sentence(_ code: TransportError.Code, _ errno: Int32, _ expected: String) {
        let error = TransportError(code, port: "/dev/ttyX", operation: "sp_open", errno: errno)
        #expect(error.description == expected)
        #expect(code == .notPermitted || !error.description.contains("dialout"))
    }

    #if os(Linux)
        @Test("tells whoever may not open a device about the group dialout")
        func permissionOfDevice() {
            let error = TransportError(.notPermitted, port: "/dev/ttyUSB0", operation: "open", errno: EACCES)
            #expect(
                error.description == "not permitted to open /dev/ttyUSB0: "
                    + "add yourself to the group dialout (sudo usermod -aG dialout $USER) and log in again")
        }
    #endif

    @Test("does not send anyone into the group dialout for a pseudo-terminal or a file", arguments: ["/dev/pts/3", "recording.mq"])
    func permissionElsewhere(_ path: String) {
        let error = TransportError(.notPermitted, port: path, operation: "open", errno: EACCES)
        #expect(error.description.hasPrefix("not permitted to open \(path): "))
        #expect(!error.description.contains("dialout"))
    }
}
