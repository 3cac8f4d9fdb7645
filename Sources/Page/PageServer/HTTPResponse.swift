/// How a request ended (RFC 9110, section 15).
package enum HTTPStatus: Int, Sendable {
    case switchingProtocols = 101
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case tooLarge = 413
    case misdirected = 421
    case headTooLarge = 431
    case unavailable = 503

    package var words: String {
        switch self {
        case .switchingProtocols: "Switching Protocols"
        case .ok: "OK"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .tooLarge: "Content Too Large"
        case .misdirected: "Misdirected Request"
        case .headTooLarge: "Request Header Fields Too Large"
        case .unavailable: "Service Unavailable"
        }
    }
}

/// An answer, after which the connection is closed.
package struct HTTPResponse: Sendable {
    package let status: HTTPStatus
    /// Media type of the body.
    package let type: String
    package let body: [UInt8]

    package init(_ file: PageFile) { (status, type, body) = (.ok, file.type, file.bytes) }

    /// A sentence for a person who looks at the address.
    package init(_ status: HTTPStatus, _ sentence: String) {
        (self.status, type, body) = (status, "text/plain; charset=utf-8", Array((sentence + "\n").utf8))
    }

    /// Only this server's own scripts, styles and connections; no frame of another page around it; no address told to others.
    private static let fences = [
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
        "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin", "Cache-Control: no-store",
    ]

    /// - Parameter hasBody: false for the answer to HEAD.
    package func bytes(hasBody: Bool = true) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status.rawValue) \(status.words)", "Content-Type: \(type)", "Content-Length: \(body.count)"]
            + Self.fences + ["Connection: close", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + (hasBody ? body : [])
    }
}

/// A file of the page.
package struct PageFile: Sendable {
    /// Media type.
    package let type: String
    package let bytes: [UInt8]

    package init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}
