import ArgumentParser
import Foundation
import Transport

/// The port of a verb that talks with a device for a while, and ends.
struct TalkingPort: ParsableArguments {
    @Option(help: "The device's port; auto: the only or last USB device.") var port = "auto"
    @Option(help: "Bits per second of the line.") var baud = 115_200
    @Option(help: .rare("What DTR does at opening; many boards reset when it changes.")) var dtr: PortManner.DTRChoice = .assert

    func validate() throws {
        try requireText(port, "--port")
        _ = try RemotePort(port)
    }

    /// Opens it; Ctrl-C ends what is said on it in order.
    func open() throws -> TransportLine {
        Interrupt.install()
        let options = PortOptions(baudRate: baud, dtr: dtr.policy)
        let remote = try RemotePort(port)?.opener()
        do throws(TransportError) {
            let transport: any ByteTransport =
                if let remote {
                    try remote()
                } else {
                    try DeviceChoice(port) { RememberedPort.among($0, options: options) }.open(options: options)
                }
            return TransportLine(transport, shouldStop: { Interrupt.isRaised })
        } catch {
            // A signal may have ended the opening itself.
            guard Interrupt.isRaised else { throw error.refusal }
            Output.note("interrupted before \(port) was open; nothing was sent")
            throw LineStop.interrupted.ending
        }
    }
}

extension LineStop {
    /// How the program ends.
    var ending: any Error {
        switch self {
        case .interrupted: ExitCode(128 + SIGINT)
        case .transport(let error): error.refusal
        }
    }
}
