import Fleet
import Formatting
import MQTT
import Outlets
import WireProtocol

extension FuzzTarget {
    /// Messages that a broker hands on: a line is the topic, and the payload follows.
    static let broker = FuzzTarget(
        "broker", reads: "messages of a broker: what is asked for, and what a bridge says",
        sources: ["Sources/Outlets/Outlets/MQTT/MQTTRequest.swift", "Sources/Outlets/Fleet/Topics"],
        words: [
            "led/3", "rgb/0", "buzzer/0", "vibration/0", "recognition", "model", "ON", "OFF", "BLINK", "#ff8800", "880 200",
            "65536",
            "motionq/fleet/", "/up", "/bridge", "/set/", "\"state\":\"online\"", "\"channels\":[\"ax\"]", "\"network\":\"",
            "\"rate\":",
        ], seeds: { BrokerSeeds.all }
    ) { bytes throws(FuzzFault) in
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let topic = String(decoding: parts.first ?? [], as: UTF8.self)
        let payload = parts.count > 1 ? parts[1] : []
        let topics = FleetTopics(MQTTAddress(host: "broker", port: 1883))
        var asked = topic
        if let read = topics.read(topic) {
            let whole = topics.topic(read.kind, of: read.id) + (read.rest.isEmpty ? "" : "/\(read.rest)")
            try require(
                read.id.utf8.allSatisfy { $0 < 0x80 } && FleetTopics.bucket(of: read.id) < FleetTopics.buckets,
                "a device's id is \(read.id)")
            try require(topics.read(whole)?.id == read.id, "topic \(whole) is another device's")
            asked = read.rest
        }
        switch MQTTRequest.read(asked, String(decoding: payload, as: UTF8.self)) {
        case .action(let action):
            try require(
                (1...4).contains(action.actuator) && action.unit < ActuatorUnits.mostPerKind, "no device takes \(action)")
        case .model(let name): try require(!name.isEmpty, "a model without a name is asked for")
        case .pause, nil: break
        }
        guard let device = BridgedDevice(reading: payload), device.isOnline else { return }
        guard let again = BridgedDevice(reading: device.line.line.utf8) else {
            throw FuzzFault("what a bridge says cannot be read again")
        }
        // Numbers are told in fewer digits.
        let isSame =
            (again.name, again.library, again.place, again.channels) == (device.name, device.library, device.place, device.channels)
            && (again.network, again.installs) == (device.network, device.installs)
        try require(isSame, "what a bridge says is told otherwise than it was read")
    }
}

private enum BrokerSeeds {
    static let all: [[UInt8]] = [
        "led/3\nBLINK", "rgb/0\n#ff8800", "buzzer/0\n880 200", "vibration/0\n200", "recognition\nOFF", "model\nglove",
        "motionq/fleet/\(bucket)/glove-1/set/led/0\nON", "motionq/fleet/\(bucket)/glove-1/up\n\u{1}\u{2}",
        "motionq/fleet/\(bucket)/glove-1/bridge\n\(bridge)",
    ].map { Array($0.utf8) }

    private static let bucket = String(FleetTopics.bucket(of: "glove-1"), radix: 16)

    private static let bridge = """
        {"state":"online","name":"glove","library":"4.2.0","rate":50,"channels":["ax","ay"],"network":"0123456789abcdef",\
        "installs":true,"place":"desk /dev/ttyACM0","since":1764590000.125}
        """
}
