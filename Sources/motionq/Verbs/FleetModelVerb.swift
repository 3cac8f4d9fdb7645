import ArgumentParser
import Fleet
import Formatting
import MQTT
import Outlets

struct FleetModelVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Name the model by which a device's shard recognises.",
        discussion: "The name is one of those in the shard's --models; without --name it is the shard's own again.")

    @OptionGroup var broker: BrokerOption
    @Option(help: ArgumentHelp("The device, as motionq fleet lists it.", valueName: "id")) var device: String
    @Option(help: "The model's name.") var name = ""

    func validate() throws { try requireText(device, "--device") }

    func run() throws {
        try reportingRefusals {
            let address = try broker.address
            let said = LastWords()
            let connection = try MQTTConnection(
                address, name: "motionq-model-\(UInt64.random(in: 0...UInt64.max))", keepsSession: false, report: said.hear)
            connection.publish(
                MQTTMessage(
                    topic: FleetTopics(address).topic(.model, of: device), payload: name, delivery: .atLeastOnce, isRetained: true))
            defer { connection.close(within: 1) }
            guard connection.settle(within: 10), connection.dropped == 0 else {
                throw Refusal(.unavailable, said.words ?? "\(address.shown) does not answer")
            }
        }
    }
}
