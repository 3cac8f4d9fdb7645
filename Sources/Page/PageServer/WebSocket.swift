/// Frames of a WebSocket as a server reads and writes them (RFC 6455). Messages of a page are short texts in one frame each.
package enum WebSocket {
    /// Bytes that a message of a page may have.
    package static let mostBytes = 60_000

    /// Something that a page sent.
    package enum Received: Equatable, Sendable {
        case text(String)
        case ping([UInt8])
        case pong
        case close
    }

    /// A breach of the protocol, by the code with which the connection is closed.
    package enum Fault: UInt16, Error {
        case protocolError = 1002
        case unsupported = 1003
        case notText = 1007
        case tooLarge = 1009
    }

    /// What a server answers to a key (section 4.2.2).
    package static func accept(_ key: String) -> String {
        base64(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// Reads one frame at the beginning of bytes, and removes it; nil if it is not complete.
    ///
    /// - Throws: what closes the connection. The length is judged before the bytes come.
    package static func read(_ bytes: inout [UInt8]) throws(Fault) -> Received? {
        guard bytes.count >= 2 else { return nil }
        let (operation, isMasked) = (bytes[0] & 0x0F, bytes[1] & 0x80 != 0)
        guard bytes[0] & 0x70 == 0, isMasked else { throw .protocolError }
        let isControl = operation >= 8
        let short = Int(bytes[1] & 0x7F)
        guard !isControl || short < 126 else { throw .protocolError }
        guard short < 127 else { throw .tooLarge }
        var place = 2
        var length = short
        if short == 126 {
            guard bytes.count >= 4 else { return nil }
            length = Int(bytes[2]) << 8 | Int(bytes[3])
            place = 4
        }
        guard length <= mostBytes else { throw .tooLarge }
        guard bytes[0] & 0x80 != 0, operation != 0 else { throw isControl ? .protocolError : .unsupported }
        guard bytes.count >= place + 4 + length else { return nil }
        let mask = Array(bytes[place..<place + 4])
        let payload = bytes[place + 4..<place + 4 + length].enumerated().map { $1 ^ mask[$0 % 4] }
        bytes.removeFirst(place + 4 + length)
        switch operation {
        case 1:
            guard let text = String(validating: payload, as: UTF8.self) else { throw .notText }
            return .text(text)
        case 8: return .close
        case 9: return .ping(payload)
        case 10: return .pong
        case 2: throw .unsupported
        default: throw .protocolError
        }
    }

    package static func close(_ code: UInt16) -> [UInt8] { frame(8, [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]) }
    package static func ping() -> [UInt8] { frame(9, []) }
    package static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }

    /// A message in one frame.
    package static func frame(_ message: PageMessage) -> [UInt8] {
        switch message {
        case .text(let text): frame(1, Array(text.utf8))
        case .binary(let bytes): frame(2, bytes)
        }
    }

    private static func frame(_ operation: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var head = [0x80 | operation]
        switch payload.count {
        case ..<126: head.append(UInt8(payload.count))
        case ..<65_536: head += [126] + bigEndian(payload.count, bytes: 2)
        default: head += [127] + bigEndian(payload.count, bytes: 8)
        }
        return head + payload
    }

    private static func bigEndian(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            text += (0..<4).map { $0 <= part.count ? letters[bits >> (18 - 6 * $0) & 63] : UInt8(ascii: "=") }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// One message to a page.
package enum PageMessage: Equatable, Sendable {
    case text(String)
    case binary([UInt8])
}
