import ArgumentParser
import Foundation
import Outlets

/// Where a verb tells what happens, beside its output.
struct OutletOption: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Also tell mqtt://broker, osc://host:9000, unix:/run/motionq.sock or ws:8787; several.", valueName: "address"))
    var words: [String] = []

    func validate() throws {
        for word in words { try refusing { () throws(OutletError) in _ = try OutletAddress(word) } }
        guard Set(words).count == words.count else { throw ValidationError("--to names an address twice: once is enough") }
    }

    /// The addresses; a password that none of them names is that of the environment, which nobody else can see.
    var addresses: [OutletAddress] {
        words.compactMap { try? OutletAddress($0) }.map { address in
            guard case .mqtt(var broker) = address, broker.user != nil, broker.password == nil else { return address }
            broker.password = ProcessInfo.processInfo.environment["MOTIONQ_MQTT_PASSWORD"]
            return .mqtt(broker)
        }
    }
}
