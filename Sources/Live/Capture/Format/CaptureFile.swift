import Files

/// A capture that was read: its records in their order, every one of them checked.
///
/// A file that was cut off anywhere reads up to its last whole record. A later part is read after the part before it, where that
/// lies beside it.
package struct CaptureFile: Sendable {
    package let head: CaptureHead
    /// Without heads, and without kinds that this version does not know.
    package let records: [CaptureRecord]
    /// Whether the last record is missing bytes.
    package let isCut: Bool

    /// More than a capture is ever allowed: a half of one.
    private static let most = 256 << 20

    package init(readingFileAt path: String) throws(CaptureFileError) {
        let newer = try Part(readingFileAt: path)
        let older = RotatingFile.older(path)
        guard newer.head.part > 1, FileKind(at: older) == .file, let before = try? Part(readingFileAt: older),
            before.head.begun == newer.head.begun, before.head.part == newer.head.part - 1
        else {
            (head, records, isCut) = (newer.head, newer.records, newer.isCut)
            return
        }
        // Its first record repeats that the port is open.
        (head, records, isCut) = (before.head, before.records + newer.records.drop { $0.kind == .open }, newer.isCut)
    }

    /// A capture that is made, not kept at a port.
    package init(head: CaptureHead, _ records: [CaptureRecord]) { (self.head, self.records, isCut) = (head, records, false) }

    /// As it stands in a file.
    package var bytes: [UInt8] {
        var (bytes, time) = (CaptureFormat.beginning, UInt64(0))
        bytes += CaptureFormat.bytes(CaptureRecord.Kind.head.rawValue, since: 0, Array(head.json.utf8))
        for record in records {
            bytes += CaptureFormat.bytes(record.letter, since: record.time - time, record.payload)
            time = record.time
        }
        return bytes
    }

    /// - Parameter path: for messages.
    package init(_ bytes: [UInt8], path: String) throws(CaptureFileError) {
        let part = try Part(bytes, path)
        (head, records, isCut) = (part.head, part.records, part.isCut)
    }

    /// One file.
    private struct Part {
        let head: CaptureHead
        var records: [CaptureRecord] = []
        var isCut = false

        init(readingFileAt path: String) throws(CaptureFileError) {
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try WholeFile.bytes(ofFileAt: path, limit: CaptureFile.most)
            } catch {
                throw .file(error)
            }
            try self.init(bytes, path)
        }

        init(_ bytes: [UInt8], _ path: String) throws(CaptureFileError) {
            let beginning = CaptureFormat.beginning
            guard bytes.starts(with: beginning) else {
                throw bytes.starts(with: beginning.dropLast()) && bytes.count >= beginning.count ? .later(path) : .noCapture(path)
            }
            var cursor = CaptureCursor(bytes, from: beginning.count)
            guard case .record(let first) = cursor.next(), first.kind == .head, let head = decoded(CaptureHead.self, first.payload)
            else { throw .noCapture(path) }
            self.head = head
            while true {
                let place = cursor.place
                switch cursor.next() {
                case .record(let record): if record.kind != nil { records.append(record) }
                case .end: return
                case .cut:
                    isCut = true
                    return
                case .damaged: throw .damaged(path, at: place)
                }
            }
        }
    }
}

/// Reads one record after the other.
private struct CaptureCursor {
    enum Found {
        case record(CaptureRecord)
        case end
        /// The file ends within a record.
        case cut
        case damaged
    }

    private let bytes: [UInt8]
    private(set) var place: Int
    private var time: UInt64 = 0

    init(_ bytes: [UInt8], from place: Int) { (self.bytes, self.place) = (bytes, place) }

    mutating func next() -> Found {
        guard place < bytes.count else { return .end }
        var at = place + 1
        guard let since = number(&at), let count = number(&at) else {
            return bytes.count - place > Self.longestFront ? .damaged : .cut
        }
        guard count <= CaptureFormat.longest, since <= CaptureFormat.latest - time else { return .damaged }
        let end = at + Int(count)
        let next = end + CaptureFormat.checkCount
        guard next <= bytes.count else { return .cut }
        let sum = bytes[place..<end].withUnsafeBytes { Deflate.sum(of: $0) }
        guard CaptureFormat.number(bytes[end..<next]) == UInt64(sum) else { return .damaged }
        time += since
        defer { place = next }
        return .record(CaptureRecord(letter: bytes[place], time: time, payload: Array(bytes[at..<end])))
    }

    /// A letter and two numbers.
    private static let longestFront = 21

    /// Nil where the file ends within it, or it is none.
    private func number(_ at: inout Int) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at += 1
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
