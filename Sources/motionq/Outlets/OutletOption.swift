import ArgumentParser
import Formatting
import MQTT
import Outlets

/// Where a verb tells what happens, beside its output.
struct OutletOption: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Also tell mqtt://broker, osc://host:9000, unix:/run/motionq.sock or ws:8787; several.", valueName: "address"))
    var words: [String] = []

    func validate() throws {
        for word in words { try refusing { () throws(AddressError) in _ = try OutletAddress(word) } }
        guard Set(words).count == words.count else { throw ValidationError("--to names an address twice: once is enough") }
    }

    /// Whether anything can be asked for by way of one.
    var isBrokerNamed: Bool {
        addresses.contains { if case .mqtt = $0 { true } else { false } }
    }

    /// The addresses, with the password that none of them names.
    var addresses: [OutletAddress] {
        words.compactMap { try? OutletAddress($0) }.map { address in
            if case .mqtt(let broker) = address { .mqtt(broker.with(password: BrokerOption.secretPassword)) } else { address }
        }
    }
}
