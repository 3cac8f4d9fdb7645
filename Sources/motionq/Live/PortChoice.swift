import ArgumentParser
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
        let choice: DeviceChoice
        do throws(TransportError) {
            choice = try DeviceChoice(port) { RememberedPort.among($0) }
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
        if port == "auto", let found = choice.description {
            Output.note("using \(found.path) (\(printable(found.description)))")
        }
        let options = PortOptions(baudRate: baud, dtr: policy)
        return { () throws(TransportError) in
            let transport = try choice.open(options: options)
            if let description = choice.description { RememberedPort.remember(description) }
            return transport
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
