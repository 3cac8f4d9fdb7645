package import Formatting

/// A broker, and how to speak to it: `mqtt://user:password@host:port/prefix?version=5&discovery=homeassistant`.
package struct MQTTAddress: Sendable, Equatable {
    package enum Version: Int32, Sendable {
        /// MQTT 3.1.1, by its number within the protocol.
        case three = 4
        case five = 5
    }

    package var host: String
    package var port: UInt16
    package var user: String?
    package var password: String?
    /// What every topic begins with.
    package var prefix = usualPrefix
    package static let usualPrefix = "motionq"
    /// What the topics begin with at which Home Assistant looks for devices; nil: it is told nothing.
    package var discovery: String? = "homeassistant"
    package var version = Version.five
    /// Seconds after which a gesture is no longer acted upon; 0: it always is.
    package var patience = 10.0
    /// Whether the connection is encrypted, and the files that it takes: certificates that are trusted instead of the system's,
    /// and the client's own with its key.
    package var isSecure = false
    package var authority: String?
    package var certificate: String?
    package var key: String?
    /// As it may be shown.
    package var shown: String

    package init(host: String, port: UInt16) {
        (self.host, self.port) = (host, port)
        shown = "mqtt://\(host):\(port)"
    }

    package init(_ parts: AddressParts) throws(AddressError) {
        let isSecure = parts.scheme == "mqtts"
        self.init(host: parts.host, port: parts.port ?? (isSecure ? 8883 : 1883))
        self.isSecure = isSecure
        shown = "\(parts.scheme)://\(parts.host):\(port)"
        (user, password) = (parts.user, parts.password)
        if !parts.path.isEmpty { prefix = try Self.topic(parts.path, in: parts) }
        let wishes = try parts.wishes(of: ["version", "discovery", "late", "ca", "cert", "key"])
        switch wishes["version"] {
        case nil, "5": break
        case "3", "3.1.1": version = .three
        case .some: throw AddressError(parts.shown, problem: "asks for a “version” that is not 3.1.1 or 5")
        }
        if let wish = wishes["discovery"] { discovery = wish == "off" ? nil : try Self.topic(wish, in: parts) }
        if let wish = wishes["late"] {
            guard let seconds = Double(wish), (0...86_400).contains(seconds) else {
                throw AddressError(parts.shown, problem: "says “late” after no number of seconds, 0 … 86400; 0: never")
            }
            patience = seconds
        }
        (authority, certificate, key) = (wishes["ca"], wishes["cert"], wishes["key"])
        guard isSecure || (authority ?? certificate ?? key) == nil else {
            throw AddressError(parts.shown, problem: "names certificates, but encrypts nothing: write mqtts://")
        }
        guard (certificate == nil) == (key == nil) else {
            throw AddressError(parts.shown, problem: "names one of “cert” and “key”: a certificate is of no use without its key")
        }
    }

    /// An address that can be no other outlet's.
    package static func read(_ text: String) throws(AddressError) -> MQTTAddress {
        let parts = try AddressParts(text)
        guard ["mqtt", "mqtts"].contains(parts.scheme) else {
            throw AddressError(parts.shown, problem: "is no broker: mqtt://host, or mqtts://host")
        }
        return try MQTTAddress(parts)
    }

    /// With a password, if a user is named and no password.
    package func with(password: String?) -> MQTTAddress {
        var address = self
        if user != nil, self.password == nil { address.password = password }
        return address
    }

    /// A topic's beginning, without what means something in a subscription.
    private static func topic(_ text: String, in parts: AddressParts) throws(AddressError) -> String {
        let topic = text.split(separator: "/").joined(separator: "/")
        guard !topic.isEmpty, !topic.contains(where: { "+#$\0".contains($0) }) else {
            throw AddressError(parts.shown, problem: "has a topic with +, #, $ or nothing in it")
        }
        return topic
    }
}
