import Formatting

/// Where messages of Open Sound Control go: `osc://host:port/prefix?channels=25`.
package struct OSCAddress: Sendable, Equatable {
    package var host: String
    package var port: UInt16
    /// What every address begins with: a slash and a name.
    package var prefix = "/motionq"
    /// Samples a second of each channel; 0: none.
    package var channelRate = 0.0

    package init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    init(_ parts: AddressParts) throws(AddressError) {
        guard let port = parts.port else {
            throw AddressError(parts.shown, problem: "names no port: osc://\(parts.host):9000")
        }
        self.init(host: parts.host, port: port)
        if !parts.path.isEmpty {
            prefix = "/" + parts.path.split(separator: "/").map { OutletNames.plain(String($0)) }.joined(separator: "/")
        }
        if let rate = try parts.wishes(of: ["channels"])["channels"] {
            guard let number = Double(rate), (0.1...1000).contains(number) else {
                throw AddressError(parts.shown, problem: "asks for “channels” at a rate beyond 0.1 … 1000 samples a second")
            }
            channelRate = number
        }
    }
}
