/// Numbers and pieces at places of a file, least significant byte first; what lies beyond the file's end is nil.
struct FileBytes: Sendable {
    let all: [UInt8]

    init(_ bytes: [UInt8]) { all = bytes }

    /// Up to 8 bytes as they lie.
    func bits(at place: Int, bytes count: Int) -> UInt64? {
        guard let piece = piece(at: place, count: count) else { return nil }
        var bits: UInt64 = 0
        for byte in all[piece].reversed() { bits = bits << 8 | UInt64(byte) }
        return bits
    }

    /// A whole number without a sign, of 1 to 8 bytes; nil also if an Int cannot hold it.
    func number(at place: Int, bytes count: Int) -> Int? { bits(at: place, bytes: count).flatMap { Int(exactly: $0) } }

    /// A whole number with a sign, in two's complement, of 1 to 8 bytes.
    func whole(at place: Int, bytes count: Int) -> Int? {
        let unused = 64 - 8 * count
        return bits(at: place, bytes: count).map { Int(Int64(bitPattern: $0 << UInt64(unused)) >> Int64(unused)) }
    }

    /// A number of eight bytes that is a place in the file, or its end, and so can be added to.
    func place(at place: Int) -> Int? {
        guard let found = number(at: place, bytes: 8), found <= all.count else { return nil }
        return found
    }

    /// Where so many bytes from a place on lie.
    func piece(at place: Int, count: Int) -> Range<Int>? {
        guard place >= 0, count >= 0, place <= all.count, count <= all.count - place else { return nil }
        return place..<(place + count)
    }

    func hasText(_ text: StaticString, at place: Int) -> Bool {
        guard let piece = piece(at: place, count: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { all[piece].elementsEqual($0) }
    }

    /// The bytes from a place to the next zero, at most so many; nil without one.
    func textEndingInZero(at place: Int, most: Int) -> String? {
        guard all.indices.contains(place) else { return nil }
        let longest = all[place..<min(all.count, place + most)]
        return longest.firstIndex(of: 0).map { String(decoding: all[place..<$0], as: UTF8.self) }
    }
}
