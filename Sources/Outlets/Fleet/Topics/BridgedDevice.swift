package import Formatting
import Foundation
import MQTT
import MotionCore
package import WireProtocol

/// What a bridge says of the device behind it: `{"state":"online","name":"glove","library":"4.2.0",…}`.
package struct BridgedDevice: Sendable, Equatable {
    package var isOnline: Bool
    /// As its firmware calls it. Not trusted.
    package var name = ""
    /// Of its firmware's library; empty if not told. Not trusted.
    package var library = ""
    /// Samples a second, as it announces them.
    package var rate = 0.0
    /// Their names; none: its HELLO does not tell them.
    package var channels: [String] = []
    /// The network that it runs by itself; nil: none, or it does not tell.
    package var network: UInt64?
    /// Whether it takes a network over its line.
    package var installs = false
    /// The port that it is at, and whose machine that is.
    package var place = ""
    /// When it came there, in seconds since 1970: another time is another connection.
    package var since = 0.0

    package init(_ hello: HelloMessage, place: String, since: Double) {
        isOnline = true
        (name, library) = (hello.name.text, hello.library.text)
        rate = Double(hello.sensor.rate)
        if case nil = hello.describedChannels { channels = hello.sensor.channelNames }
        network = hello.network
        installs = hello.capabilities.contains(.installs)
        (self.place, self.since) = (place, since)
    }

    /// One that is not there.
    package init() { isOnline = false }

    /// What the broker keeps of it.
    func message(of id: String, _ topics: FleetTopics) -> MQTTMessage {
        MQTTMessage(topic: topics.topic(.bridge, of: id), payload: line.line, delivery: .atLeastOnce, isRetained: true)
    }

    package var line: JSONLine {
        var line = JSONLine()
        line.add("state", isOnline ? "online" : "offline")
        guard isOnline else { return line }
        line.add("name", name)
        if !library.isEmpty { line.add("library", library) }
        line.add("rate", rate)
        line.add("channels", channels)
        if let network { line.add("network", network.hexadecimal) }
        line.add("installs", installs)
        line.add("place", place)
        line.add("since", since, digits: 3)
        return line
    }
}

extension BridgedDevice {
    private struct Written: Decodable {
        var state: String
        var name, library, network, place: String?
        var rate, since: Double?
        var channels: [String]?
        var installs: Bool?
    }

    /// - Returns: nil if it is nothing that a bridge says.
    package init?(reading bytes: some Sequence<UInt8>) {
        guard let written = try? JSONDecoder().decode(Written.self, from: Data(bytes)) else { return nil }
        isOnline = written.state == "online"
        (name, library, place) = (written.name ?? "", written.library ?? "", written.place ?? "")
        (rate, since, channels) = (written.rate ?? 0, written.since ?? 0, written.channels ?? [])
        network = written.network.flatMap { UInt64($0, radix: 16) }
        installs = written.installs ?? false
    }
}
