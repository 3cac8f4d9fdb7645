import JSONLines
import ArgumentParser
import Transport

/// Which port, and how to open it.
struct PortChoice: ParsableArguments {
    @Option(help: "The port: a path, or auto for the only USB device.") var port: String
    @Option(help: "Bits per second; USB CDC devices ignore it.") var baud = 115_200
    @Option(help: "What DTR does at opening: assert, leave-off or keep. Many boards reset when it changes.")
    var dtr: DTRChoice = .assert

    enum DTRChoice: String, ExpressibleByArgument, CaseIterable {
        case assert
        case leaveOff = "leave-off"
        case keep
    }

    /// Finds the port and says which if it was not named. The closure opens it, also when it comes back under another name.
    func opener() throws -> () throws(TransportError) -> any ByteTransport {
        let known = PortDirectory.list()
        var path = port
        if port == "auto" {
            let usb = known.filter { $0.connection == .usb }
            guard let only = usb.first else {
                throw Refusal(.unavailable, "no USB serial device is plugged in; plug one in, or give --port a path")
            }
            guard usb.count == 1 else {
                throw Refusal(
                    .unavailable, "several devices are plugged in: \(usb.map(\.path).joined(separator: ", ")); choose with --port")
            }
            path = only.path
            Output.note("using \(path) (\(printable(only.description)))")
        }
        let chosen = path
        let description = known.first { $0.path == chosen }
        let options = PortOptions(baudRate: baud, dtr: policy)
        return { () throws(TransportError) in
            let present = description.flatMap { PortDirectory.reopenPath(for: $0) }
            return try PortDirectory.open(path: present ?? chosen, options: options)
        }
    }

    private var policy: DTRPolicy {
        switch dtr {
        case .assert: .assert
        case .leaveOff: .leaveOff
        case .keep: .keep
        }
    }
}
