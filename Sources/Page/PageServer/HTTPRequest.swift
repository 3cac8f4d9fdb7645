/// The head of a request (RFC 9112): its line and its fields. Requests of a page have no body.
package struct HTTPRequest: Equatable, Sendable {
    package let method: String
    /// What is asked for, as it was sent, without a query.
    package let path: String
    /// By name in lower case; of a field that comes twice both values stand, in their order.
    private let fields: [String: [String]]

    /// Bytes that a head may have.
    package static let mostBytes = 8192

    /// What bytes of a connection are.
    package enum Reading: Equatable, Sendable {
        /// The head is not over.
        case incomplete
        case refused(HTTPStatus)
        case complete(HTTPRequest, bytes: Int)
    }

    /// The value of a field that came once; nil if it is missing or came twice.
    package func field(_ name: String) -> String? { fields[name].flatMap { $0.count == 1 ? $0[0] : nil } }

    /// Whether a field came at all.
    package func has(_ name: String) -> Bool { fields[name] != nil }

    /// Whether a field's list has a word, in capitals or not.
    package func field(_ name: String, has word: String) -> Bool {
        (fields[name] ?? []).contains { value in
            value.split(separator: ",").contains { Self.trimmed($0).lowercased() == word }
        }
    }

    /// Reads the head at the beginning of bytes. Nothing is decoded or shortened: what is no plain text is refused.
    package static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Reading {
        guard let length = headLength(bytes) else {
            return bytes.count >= mostBytes ? .refused(.headTooLarge) : .incomplete
        }
        guard length <= mostBytes else { return .refused(.headTooLarge) }
        let head = bytes.prefix(length)
        guard isPlain(head) else { return .refused(.badRequest) }
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst() else { return .refused(.badRequest) }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[1].hasPrefix("/"), words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            return .refused(.badRequest)
        }
        var fields: [String: [String]] = [:]
        for line in lines where !line.isEmpty {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex, !line[..<colon].contains(where: \.isWhitespace)
            else { return .refused(.badRequest) }
            fields[line[..<colon].lowercased(), default: []].append(String(trimmed(line[line.index(after: colon)...])))
        }
        let request = HTTPRequest(
            method: String(words[0]), path: String(words[1].prefix { $0 != "?" }), fields: fields)
        if request.has("transfer-encoding") || request.has("content-length") && request.field("content-length") != "0" {
            return .refused(.tooLarge)
        }
        return .complete(request, bytes: length)
    }

    /// Bytes up to the empty line, it included; nil if there is none yet.
    private static func headLength(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
        var matched = 0
        for (index, byte) in bytes.prefix(mostBytes + 4).enumerated() {
            matched = byte == (matched % 2 == 0 ? 0x0D : 0x0A) ? matched + 1 : byte == 0x0D ? 1 : 0
            if matched == 4 { return index + 1 }
        }
        return nil
    }

    /// Whether bytes are what a person can read, in lines that end as they should.
    private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
        var before: UInt8 = 0
        for byte in bytes {
            guard (0x20..<0x7F).contains(byte) || byte == 0x0D || byte == 0x0A || byte == 0x09 else { return false }
            if (before == 0x0D) != (byte == 0x0A) { return false }
            before = byte
        }
        return true
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
