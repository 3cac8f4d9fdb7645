/// The parts of an address with a host, and what was asked for of it: `scheme://user:password@host:port/path?name=value&…`.
///
/// Foundation's own reader brings with it 30 MB of tables for names of hosts in any script.
package struct AddressParts {
    /// Without its password: may be shown.
    package let shown: String
    package let scheme: String
    package let host: String
    package let port: UInt16?
    package let user: String?
    package let password: String?
    /// Without slashes at its ends; empty: none.
    package let path: String
    private let wishes: [(name: String, value: String)]

    /// - Throws: what is wrong with it.
    package init(_ text: String) throws(AddressError) {
        shown = Self.withoutPassword(text)
        let (scheme, rest) = Self.cut(text, at: "://")
        self.scheme = scheme.lowercased()
        let (place, query) = Self.cut(rest ?? "", at: "?")
        let (authority, path) = Self.cut(place, at: "/")
        // A password may hold any of the characters that divide, but for those of the parts after it.
        let at = authority.lastIndex(of: "@")
        let account = at.map { Self.cut(String(authority[..<$0]), at: ":") }
        user = account.map { Self.decoded($0.0) }
        password = account?.1.map(Self.decoded)
        let machine = at.map { String(authority[authority.index(after: $0)...]) } ?? authority
        // The brackets of an address of IPv6 are not its own, and the colons within are no port's.
        let isBracketed = machine.hasPrefix("[") && machine.contains("]")
        let (host, behind) = Self.cut(isBracketed ? String(machine.dropFirst()) : machine, at: isBracketed ? "]" : ":")
        guard !host.isEmpty, host.allSatisfy({ !$0.isWhitespace && $0 != "[" }) else {
            throw AddressError(shown, problem: "names no host, as mqtt://localhost does")
        }
        self.host = host
        let digits = behind.map { isBracketed && $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        if digits.isEmpty {
            port = nil
        } else {
            guard let number = UInt16(digits), number > 0 else {
                throw AddressError(shown, problem: "has a port that is none: 1 … 65535")
            }
            port = number
        }
        self.path = (path ?? "").split(separator: "/").map { Self.decoded(String($0)) }.joined(separator: "/")
        wishes = (query ?? "").split(separator: "&").map { wish in
            let (name, value) = Self.cut(String(wish), at: "=")
            return (Self.decoded(name), Self.decoded(value ?? ""))
        }
    }

    /// What was asked for by these names.
    ///
    /// - Throws: that something else was asked for, or the same twice.
    package func wishes(of names: [String]) throws(AddressError) -> [String: String] {
        var found: [String: String] = [:]
        for wish in wishes {
            guard names.contains(wish.name) else {
                throw AddressError(shown, problem: "asks for “\(wish.name)”, which is not known: \(names.joined(separator: ", "))")
            }
            guard found.updateValue(wish.value, forKey: wish.name) == nil else {
                throw AddressError(shown, problem: "asks for “\(wish.name)” twice")
            }
        }
        return found
    }

    /// An address as it may be shown: `…` for all that may be a user and a password, wherever the address is wrong.
    package static func withoutPassword(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let scheme = ["mqtt://", "mqtts://", "osc://"].first { text.hasPrefix($0) } ?? ""
        return scheme + "…" + text[at...]
    }

    /// What stands before a text, and behind it; nil where it is not there.
    private static func cut(_ text: String, at divider: String) -> (String, String?) {
        let (bytes, divider) = (text.utf8, divider.utf8)
        let place = bytes.indices.first { bytes[$0...].starts(with: divider) }
        guard let place else { return (text, nil) }
        return (String(text[..<place]), String(text[bytes.index(place, offsetBy: divider.count)...]))
    }

    /// `%20` as the byte that it stands for; what is no such thing stays.
    private static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let digits = bytes[place] == UInt8(ascii: "%") ? bytes[(place + 1)...].prefix(2) : []
            if digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                decoded.append(byte)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
