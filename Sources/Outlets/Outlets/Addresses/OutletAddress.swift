package import Formatting
package import MQTT

/// Where an outlet leads, as it is written.
///
///     mqtt://user:password@host:1883/prefix?version=5&discovery=homeassistant
///     mqtts://host/?ca=ca.pem&cert=client.pem&key=client.key
///     osc://host:9000/prefix?channels=25
///     unix:/run/motionq.sock
///     ws:8787
package enum OutletAddress: Sendable, Equatable {
    case mqtt(MQTTAddress)
    case osc(OSCAddress)
    /// JSON Lines at a local socket with this path.
    case socket(path: String)
    /// JSON Lines as WebSocket messages at this port of the loopback interface; 0: any that is free.
    case webSocket(port: UInt16)

    /// - Throws: what is wrong with it, by the part's name.
    package init(_ text: String) throws(AddressError) {
        guard let colon = text.firstIndex(of: ":") else { throw Self.unknown(text) }
        let scheme = text[..<colon].lowercased()
        switch scheme {
        case "unix":
            var path = String(text[text.index(after: colon)...])
            if path.hasPrefix("//") { path.removeFirst(2) }
            guard !path.isEmpty else { throw AddressError(text, problem: "names no path: unix:/run/motionq.sock") }
            self = .socket(path: path)
        case "ws":
            let rest = text[text.index(after: colon)...].drop { $0 == "/" }
            guard let port = rest.isEmpty ? 0 : UInt16(rest) else {
                throw AddressError(text, problem: "is no port of this machine: ws:8787, or ws: for one that is free")
            }
            self = .webSocket(port: port)
        case "mqtt", "mqtts": self = .mqtt(try MQTTAddress(AddressParts(text)))
        case "osc": self = .osc(try OSCAddress(AddressParts(text)))
        default: throw Self.unknown(text)
        }
    }

    private static func unknown(_ text: String) -> AddressError {
        AddressError(
            AddressParts.withoutPassword(text),
            problem: "is no outlet: it begins with mqtt://, mqtts://, osc://, unix: or ws:")
    }
}
