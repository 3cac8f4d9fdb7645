/// Who may talk to a page: those who have its address. It holds a secret, so that neither another page in the same browser nor
/// another person on the machine can guess it.
package struct PageAccess: Sendable {
    /// The secret: 32 hexadecimal digits.
    package let token: String
    /// What a browser may call this server in Host.
    private let hosts: Set<String>
    /// Whether programs may listen, too, which name no page that they come from.
    let isForPrograms: Bool

    /// - Parameters:
    ///   - token: what every path begins with.
    ///   - port: at which the loopback interface is listened to.
    ///   - isForPrograms: whether programs may listen, too.
    package init(token: String = randomToken(), port: UInt16, isForPrograms: Bool = false) {
        (self.token, self.isForPrograms) = (token, isForPrograms)
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    /// 128 bits of the system's.
    package static func randomToken() -> String {
        let words = (0..<2).map { _ in UInt64.random(in: .min ... .max) }
        return words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Why a request is not answered; nil if it may be.
    ///
    /// A foreign Host is another name's address that leads here (DNS rebinding); a foreign Origin is another page that asks.
    package func refusal(of request: HTTPRequest) -> HTTPResponse? {
        guard let host = request.field("host"), hosts.contains(host.lowercased()) else {
            return HTTPResponse(.misdirected, "this server is not called so: use the address that the command printed")
        }
        if request.has("origin") {
            guard let origin = request.field("origin"), origin.lowercased() == "http://" + host.lowercased() else {
                return HTTPResponse(.forbidden, "another page may not ask for this one")
            }
        }
        guard path(of: request) != nil else {
            return HTTPResponse(.forbidden, "the address lacks its key: use all of what the command printed")
        }
        return nil
    }

    /// What stands behind the secret: `/` for the page itself; nil without the secret.
    package func path(of request: HTTPRequest) -> String? {
        let bytes = Array(request.path.utf8)
        let wanted = Array("/\(token)/".utf8)
        guard bytes.count >= wanted.count else { return nil }
        // All bytes are compared, so that the time tells nothing of the first that differs.
        let difference = zip(bytes, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? String(decoding: bytes[(wanted.count - 1)...], as: UTF8.self) : nil
    }
}
