import Files

/// A zip file as Keras writes it: its entries, stored, in the order of their names.
struct ZipSample {
    var entries: [String: [UInt8]] = [:]

    /// The entries of a zip file that Python wrote without packing them.
    init(_ bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int) -> Int { bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) } }
        var place = number(bytes.count - 6, 4)
        while number(place, 4) == 0x0201_4B50 {
            let (size, header, named) = (number(place + 24, 4), number(place + 42, 4), number(place + 28, 2))
            let begin = header + 30 + number(header + 26, 2) + number(header + 28, 2)
            entries[String(decoding: bytes[place + 46..<place + 46 + named], as: UTF8.self)] = Array(bytes[begin..<begin + size])
            place += 46 + named + number(place + 30, 2) + number(place + 32, 2)
        }
    }

    /// - Parameter packed: a deflated form of an entry instead of the entry.
    func bytes(packed: [String: [UInt8]] = [:]) -> [UInt8] {
        var (file, directory): ([UInt8], [UInt8]) = ([], [])
        func words(_ values: [(Int, Int)]) -> [UInt8] {
            values.flatMap { value, count in (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        }
        for (name, contents) in entries.sorted(by: { $0.key < $1.key }) {
            let stored = packed[name] ?? contents
            let common = words([
                (20, 2), (0, 2), (packed[name] == nil ? 0 : 8, 2), (0, 4), (Int(Deflate.sum(of: contents)), 4), (stored.count, 4),
                (contents.count, 4), (name.utf8.count, 2), (0, 2),
            ])
            directory += words([(0x0201_4B50, 4), (20, 2)]) + common + words([(0, 2), (0, 2), (0, 2), (0, 4), (file.count, 4)])
            directory += Array(name.utf8)
            file += words([(0x0403_4B50, 4)]) + common + Array(name.utf8) + stored
        }
        let end = words([
            (0x0605_4B50, 4), (0, 4), (entries.count, 2), (entries.count, 2), (directory.count, 4), (file.count, 4), (0, 2),
        ])
        return file + directory + end
    }
}
