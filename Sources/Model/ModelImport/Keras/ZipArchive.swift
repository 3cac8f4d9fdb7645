import Files

/// The entries of a zip file (PKWARE's APPNOTE 6.3), stored or deflated. What Keras does not write is not read: encryption,
/// several disks, 64-bit sizes in the directory.
struct ZipArchive {
    private struct Entry {
        var isDeflated: Bool
        var sum: UInt32
        var packed: Int
        var size: Int
        var header: Int
    }

    private let bytes: FileBytes
    private var entries: [String: Entry] = [:]

    /// - Throws: that the directory is not whole.
    init(_ all: [UInt8]) throws(GraphFault) {
        bytes = FileBytes(all)
        let cut = GraphFault.malformed("is no whole zip file: copy or save it again")
        guard let end = Self.end(of: bytes), let count = bytes.number(at: end + 10, bytes: 2),
            var place = bytes.number(at: end + 16, bytes: 4)
        else { throw cut }
        for _ in 0..<count {
            func number(_ offset: Int, _ count: Int) -> Int? { bytes.number(at: place + offset, bytes: count) }
            guard bytes.hasText("PK\u{1}\u{2}", at: place), let method = number(10, 2), let sum = number(16, 4),
                let packed = number(20, 4), let size = number(24, 4), let named = number(28, 2), let extra = number(30, 2),
                let comment = number(32, 2), let header = number(42, 4), let name = bytes.piece(at: place + 46, count: named)
            else { throw cut }
            // Other methods stand as if they were damaged: their sum will not fit.
            entries[String(decoding: bytes.all[name], as: UTF8.self)] = Entry(
                isDeflated: method == 8, sum: UInt32(truncatingIfNeeded: sum), packed: packed, size: size, header: header)
            place += 46 + named + extra + comment
        }
    }

    /// Whether bytes begin as a zip file does.
    static func begins(_ bytes: [UInt8]) -> Bool { FileBytes(bytes).hasText("PK\u{3}\u{4}", at: 0) }

    /// The contents of an entry; nil if there is none of that name.
    ///
    /// - Parameter limit: most bytes that it may have.
    /// - Throws: that it is larger, or not what its sum says.
    func contents(of name: String, limit: Int) throws(GraphFault) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard entry.size <= limit else {
            throw .malformed("has a part “\(name)” of more than \(limit >> 20) MB: save the model without its optimizer")
        }
        let damage = GraphFault.malformed("has a part “\(name)” that is damaged or packed in an unusual way: save it again")
        // The header before the contents repeats the name, and may have other extra fields than the directory.
        guard bytes.hasText("PK\u{3}\u{4}", at: entry.header), let named = bytes.number(at: entry.header + 26, bytes: 2),
            let extra = bytes.number(at: entry.header + 28, bytes: 2),
            let packed = bytes.piece(at: entry.header + 30 + named + extra, count: entry.packed)
        else { throw damage }
        let stored = Array(bytes.all[packed])
        guard let contents = entry.isDeflated ? Deflate.unpacked(stored, count: entry.size) : stored,
            contents.count == entry.size, Deflate.sum(of: contents) == entry.sum
        else { throw damage }
        return contents
    }

    /// Where the directory's end stands: behind it there may only be a comment.
    private static func end(of bytes: FileBytes) -> Int? {
        let last = bytes.all.count - 22
        guard last >= 0 else { return nil }
        return (max(0, last - 0xFFFF)...last).last { bytes.hasText("PK\u{5}\u{6}", at: $0) }
    }
}
