/// An input read as a script: numbers and bytes from its beginning, and zeros behind its end.
struct InputBytes {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place >= bytes.count }

    mutating func byte() -> UInt8 {
        defer { place += 1 }
        return place < bytes.count ? bytes[place] : 0
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        var number = Number.zero
        for _ in 0..<MemoryLayout<Number>.size { number = number << 8 | Number(truncatingIfNeeded: byte()) }
        return number
    }

    /// Fewer where the input ends.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        let begin = min(place, bytes.count)
        place = min(begin + count, bytes.count)
        return bytes[begin..<place]
    }
}
