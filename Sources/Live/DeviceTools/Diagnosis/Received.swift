import Formatting

/// The first bytes that came from a port, and what they look like to somebody who expected frames.
package struct Received: Equatable, Sendable {
    /// Bytes that are kept to be looked at.
    package static let capacity = 4096

    package private(set) var first: [UInt8] = []
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        let room = Self.capacity - first.count
        if room > 0 { first.append(contentsOf: bytes.prefix(room)) }
    }

    /// The first whole line, if what came is text: nearly all of it printable, with line ends. Not escaped.
    package var line: String? {
        let plain = first.filter { $0 >= 0x20 && $0 < 0x7F || $0 == 9 || $0 == 10 || $0 == 13 || $0 >= 0x80 }.count
        let letters = first.filter { $0 < 0x80 }.count
        guard first.count >= 8, plain * 100 >= first.count * 98, letters * 10 >= first.count * 9 else { return nil }
        // The first line may be the tail of one.
        let lines = first.split(separator: 10, omittingEmptySubsequences: false).dropLast().dropFirst()
            .map { $0.last == 13 ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
        return lines.first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The line as people may be shown it.
    package var shownLine: String? {
        line.map { line in
            let shown = printable(line)
            return shown.count > 60 ? shown.prefix(60) + "…" : shown
        }
    }

    /// The first bytes in hexadecimal.
    package var shownBytes: String { first.prefix(12).map(\.hexadecimal).joined(separator: " ") }
}
