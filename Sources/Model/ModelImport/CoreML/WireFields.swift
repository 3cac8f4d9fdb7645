/// Walks over the fields of one protocol-buffer message without decoding it.
///
/// Used before decoding, to bound how many objects a hostile file can ask for, and after it, to name what was not decoded.
struct WireFields {
    struct Field {
        var number: Int
        /// Where the content of a length-delimited field stands; nil for numbers.
        var content: Range<Int>?
    }

    /// The bytes break off or are no message.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    init(_ bytes: [UInt8]) { self.init(bytes, in: 0..<bytes.count) }

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// The next field, or nil at the end.
    mutating func next() throws(Damage) -> Field? {
        guard place < end else { return nil }
        let tag = try varint()
        guard tag >> 3 >= 1, tag >> 3 < 1 << 29 else { throw Damage() }
        var field = Field(number: Int(tag >> 3), content: nil)
        switch tag & 7 {
        case 0: _ = try varint()
        case 1: try skip(8)
        case 2:
            let length = try varint()
            guard length <= UInt64(end - place) else { throw Damage() }
            field.content = place..<(place + Int(length))
            place += Int(length)
        case 5: try skip(4)
        // Groups (3 and 4) are a relic that Core ML never used.
        default: throw Damage()
        }
        return field
    }

    private mutating func skip(_ count: Int) throws(Damage) {
        guard end - place >= count else { throw Damage() }
        place += count
    }

    private mutating func varint() throws(Damage) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard place < end else { throw Damage() }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Damage()
    }
}

/// Which submessages of a message are walked when its fields are counted.
struct WireTree {
    var children: [Int: WireTree] = [:]

    /// The number of fields in a message and in the submessages this tree names, or nil if it exceeds `limit`.
    func fieldCount(of bytes: [UInt8], limit: Int) throws(WireFields.Damage) -> Int? {
        var count = 0
        return try add(to: &count, bytes, 0..<bytes.count, limit) ? count : nil
    }

    private func add(
        to count: inout Int, _ bytes: [UInt8], _ range: Range<Int>, _ limit: Int
    ) throws(WireFields.Damage) -> Bool {
        var fields = WireFields(bytes, in: range)
        while let field = try fields.next() {
            count += 1
            guard count <= limit else { return false }
            guard let content = field.content, let child = children[field.number] else { continue }
            guard try child.add(to: &count, bytes, content, limit) else { return false }
        }
        return true
    }
}
