import ArgumentParser
import Fleet
import Formatting
import Foundation
import MQTT

/// Which broker a fleet is on.
struct BrokerOption: ParsableArguments {
    @Option(help: ArgumentHelp("The broker, as mqtt://user@host:1883/prefix?late=10.", valueName: "address")) var broker: String

    func validate() throws { _ = try Self.address(broker) }

    var address: MQTTAddress {
        get throws { try Self.address(broker) }
    }

    /// For an address that names a user and no password: of the environment, which nobody else can see.
    static var secretPassword: String? { ProcessInfo.processInfo.environment["MOTIONQ_MQTT_PASSWORD"] }

    static func address(_ text: String, option: String = "--broker") throws -> MQTTAddress {
        do throws(AddressError) {
            return try MQTTAddress.read(text).with(password: secretPassword)
        } catch {
            throw ValidationError("\(option): \(error.asCommand)")
        }
    }
}

/// How `run` recognises for a fleet instead of a port.
struct ShardOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Recognise for the devices that bridges bring to this broker.", valueName: "address")) var broker:
        String?
    @Option(help: .rare("With --broker: which share of the devices, as 3/8, the third of eight.", valueName: "n/of")) var shard:
        String?
    @Option(help: .rare("A folder of models of which the broker of --broker or --to may ask for another."))
    var models: InputPath?

    func validate() throws {
        guard broker != nil || shard == nil else { throw ValidationError("--shard is for --broker") }
        if let broker { _ = try BrokerOption.address(broker) }
        if let shard, Shard(shard) == nil {
            throw ValidationError("--shard is n/of, the n-th of so many, at most 256: 3/8")
        }
    }

    /// The broker and the share; nil: devices are at ports.
    var chosen: (address: MQTTAddress, shard: Shard)? {
        get throws {
            guard let broker, let all = Shard(shard ?? "1/1") else { return nil }
            return (try BrokerOption.address(broker), all)
        }
    }
}
