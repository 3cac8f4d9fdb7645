import ArgumentParser
import Files
import Presentation
import Transport

/// Which port, and how to open it.
struct PortChoice: ParsableArguments {
    @Option(help: "The port: a path, or auto for the only USB device, or the one used last.") var port: String
    @Option(help: "Bits per second; USB CDC devices ignore it.") var baud = 115_200
    @Option(help: "What DTR does at opening: assert, leave-off or keep. Many boards reset when it changes.")
    var dtr: DTRChoice = .assert

    enum DTRChoice: String, ExpressibleByArgument, CaseIterable {
        case assert
        case leaveOff = "leave-off"
        case keep
    }

    func validate() throws {
        try requireText(port, "--port")
    }

    /// Finds the port and says which if it was not named. The closure opens it, also when it comes back under another name.
    func opener() throws -> () throws(TransportError) -> any ByteTransport {
        let known = PortDirectory.list()
        let description =
            try port == "auto" ? chosen(among: known.filter { $0.connection == .usb }) : known.first { $0.path == port }
        let path = description?.path ?? port
        if FileKind(at: path) == .file {
            throw Refusal(.unavailable, "\(path) is a file and no port; see `motionq ports`")
        }
        let options = PortOptions(baudRate: baud, dtr: policy)
        return { () throws(TransportError) in
            let present = description.flatMap { PortDirectory.reopenPath(for: $0) }
            let transport = try PortDirectory.open(path: present ?? path, options: options)
            if let description { RememberedPort.remember(description) }
            return transport
        }
    }

    /// The only USB device, or of several the one that was used last.
    private func chosen(among usb: [PortDescription]) throws -> PortDescription {
        guard let first = usb.first else {
            throw Refusal(.unavailable, "no USB serial device is plugged in; plug one in, or give --port a path")
        }
        let remembered = usb.count > 1 ? RememberedPort.among(usb) : nil
        guard usb.count == 1 || remembered != nil else {
            let paths = usb.map(\.path).joined(separator: ", ")
            throw Refusal(.unavailable, "several devices are plugged in: \(paths); choose with --port")
        }
        let choice = remembered ?? first
        Output.note("using \(choice.path) (\(printable(choice.description)))")
        return choice
    }

    private var policy: DTRPolicy {
        switch dtr {
        case .assert: .assert
        case .leaveOff: .leaveOff
        case .keep: .keep
        }
    }
}
