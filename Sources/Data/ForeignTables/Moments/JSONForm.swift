import Files
import Recordings

/// What a file of JSON holds.
enum JSONForm {
    /// What Edge Impulse's tools write.
    case acquisition
    /// Objects, one a moment: in an array, or one a line.
    case moments

    private static let endings = [".json", ".jsonl", ".ndjson"]

    /// A name of JSON without its ending; nil of any other name. It may be packed with gzip.
    static func stem(_ name: String) -> String? {
        let plain = name.lowercased().hasSuffix(".gz") ? name.dropLast(3) : name[...]
        let ending = endings.first { plain.lowercased().hasSuffix($0) && plain.utf8.count > $0.utf8.count }
        return ending.map { String(plain.dropLast($0.count)) }
    }

    /// - Returns: nil of a file that is no JSON by its name. What cannot be read is told of when it is read.
    init?(_ path: String) {
        guard Self.stem(Path.name(of: path)) != nil else { return nil }
        let isOne =
            AcquisitionFile.mayBe(path) && Self.beginning(of: path).first == UInt8(ascii: "{") && AcquisitionFile.isOne(path)
        self = isOne ? .acquisition : .moments
    }

    /// Whether a file that nobody named is one to convert, and not what lies beside a recording.
    static func isTable(_ path: String) -> Bool {
        guard let stem = stem(Path.name(of: path)), let form = JSONForm(path) else { return false }
        if form == .acquisition { return true }
        // A file of JSON Lines by its name, or an array of objects.
        let name = Path.name(of: path).lowercased().dropFirst(stem.utf8.count)
        return !name.hasPrefix(".json.") && name != ".json" || Self.beginning(of: path).elementsEqual([0x5B, 0x7B])
    }

    /// The first two bytes that are no space.
    private static func beginning(of path: String) -> [UInt8] {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
        defer { piece.deallocate() }
        guard let contents = try? FileContents(ofFileAt: path, limit: RecordingReader.mostBytes),
            let count = try? contents.read(into: piece)
        else { return [] }
        let seen = piece[..<count].filter { $0 > 0x20 && !Lines.mark.contains($0) }
        return Array(seen.prefix(2))
    }
}
