import ArgumentParser
import Fleet
import Formatting
import MQTT
import Transport

/// A port that is a device of a fleet, `mqtt://host/ID` or `mqtt://host/prefix/ID`: its shard leaves it alone meanwhile.
struct RemotePort {
    private let address: MQTTAddress
    private let id: String

    /// - Returns: nil if it is a port of this machine.
    /// - Throws: that it names no device, or a password, which messages would show.
    init?(_ port: String) throws {
        guard port.hasPrefix("mqtt://") || port.hasPrefix("mqtts://") else { return nil }
        var address = try BrokerOption.address(port, option: "--port")
        // It can be read: the line above has.
        guard let written = try? AddressParts(port), written.password == nil else {
            throw ValidationError("--port: messages would show the password; put it into MOTIONQ_MQTT_PASSWORD")
        }
        var topics = written.path.split(separator: "/").map(String.init)
        guard let last = topics.popLast() else {
            throw ValidationError("--port: a device of a fleet is mqtt://host/ID, with its id as motionq fleet lists it")
        }
        id = last
        address.prefix = topics.isEmpty ? MQTTAddress.usualPrefix : topics.joined(separator: "/")
        self.address = address
    }

    /// - Throws: that the library is missing.
    func opener() throws -> () throws(TransportError) -> any ByteTransport {
        try MQTTConnection.requireLibrary()
        return { [address, id] () throws(TransportError) in
            do throws(MQTTError) { return try BrokerTransport(id, at: address) { Output.note($0) } } catch {
                throw TransportError(.notFound, port: id, operation: "mosquitto_connect")
            }
        }
    }
}
