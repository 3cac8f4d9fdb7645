/// A table in a FlatBuffers file (Google's “FlatBuffer Internals”): fields by their numbers in the schema, each of which may be
/// left out.
struct FlatTable {
    let bytes: FileBytes
    private let place: Int
    private let fields: Range<Int>

    /// The table that a file begins with; nil if it has none.
    init?(root bytes: FileBytes) { self.init(bytes, referredToAt: 0) }

    /// The table to which a place refers, by the distance from it.
    init?(_ bytes: FileBytes, referredToAt reference: Int) {
        guard let distance = bytes.number(at: reference, bytes: 4) else { return nil }
        place = reference + distance
        // The list of fields stands before the table, or behind it: its distance has a sign.
        guard let distance = bytes.whole(at: place, bytes: 4) else { return nil }
        let list = place - distance
        guard let size = bytes.number(at: list, bytes: 2), size >= 4, let fields = bytes.piece(at: list, count: size) else {
            return nil
        }
        (self.bytes, self.fields) = (bytes, fields)
    }

    /// Where a field stands; nil: it is left out.
    private func field(_ number: Int) -> Int? {
        let entry = fields.lowerBound + 4 + 2 * number
        guard entry + 2 <= fields.upperBound, let offset = bytes.number(at: entry, bytes: 2), offset > 0 else { return nil }
        return place + offset
    }

    /// A whole number with a sign, of 1 to 8 bytes; 0 where it is left out.
    func whole(_ number: Int, bytes count: Int) -> Int {
        field(number).flatMap { bytes.whole(at: $0, bytes: count) } ?? 0
    }

    func float(_ number: Int) -> Float {
        guard let place = field(number), let bits = bytes.bits(at: place, bytes: 4) else { return 0 }
        return Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    }

    func table(_ number: Int) -> FlatTable? { field(number).flatMap { FlatTable(bytes, referredToAt: $0) } }

    /// Where the elements of a list stand, and how many there are; all of them lie in the file.
    func list(_ number: Int, bytes size: Int) -> (place: Int, count: Int)? {
        guard let reference = field(number), let distance = bytes.number(at: reference, bytes: 4),
            let count = bytes.number(at: reference + distance, bytes: 4),
            bytes.piece(at: reference + distance + 4, count: count * size) != nil
        else { return nil }
        return (reference + distance + 4, count)
    }

    /// The tables of a list, at most so many; nil if there are more, or one is none.
    func tables(_ number: Int, most: Int) -> [FlatTable]? {
        guard let list = list(number, bytes: 4) else { return [] }
        guard list.count <= most else { return nil }
        var tables: [FlatTable] = []
        for index in 0..<list.count {
            guard let table = FlatTable(bytes, referredToAt: list.place + 4 * index) else { return nil }
            tables.append(table)
        }
        return tables
    }

    /// Whole numbers with signs, at most so many; nil if there are more.
    func wholes(_ number: Int, bytes size: Int, most: Int) -> [Int]? {
        guard let list = list(number, bytes: size) else { return [] }
        guard list.count <= most else { return nil }
        return (0..<list.count).map { bytes.whole(at: list.place + size * $0, bytes: size) ?? 0 }
    }

    func text(_ number: Int) -> String {
        guard let list = list(number, bytes: 1), let piece = bytes.piece(at: list.place, count: min(list.count, 200)) else {
            return ""
        }
        return String(decoding: bytes.all[piece], as: UTF8.self)
    }
}
