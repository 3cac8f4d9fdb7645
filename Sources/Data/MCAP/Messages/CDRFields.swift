/// Fields of a message in the Common Data Representation, as DDS and so ROS 2 serializes them: behind four bytes that say the
/// order of bytes, each number at a multiple of its size.
struct CDRFields {
    private let bytes: [UInt8]
    private var place = 4
    private let isBigEndian: Bool
    /// What a number of eight bytes is aligned to: 8, in version 2 of the representation 4.
    private let widest: Int

    /// - Returns: nil if the bytes say no representation of plain fields.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0 else { return nil }
        switch bytes[1] {
        case 0, 1: widest = 8
        case 6, 7: widest = 4
        default: return nil
        }
        isBigEndian = bytes[1] & 1 == 0
        self.bytes = bytes
    }

    /// The next number; nil at the end.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        let size = MemoryLayout<Number>.size
        let alignment = min(size, widest)
        let start = 4 + (place - 4 + alignment - 1) / alignment * alignment
        guard start <= bytes.count, bytes.count - start >= size else { return nil }
        place = start + size
        let number = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Number.self) }
        return isBigEndian ? Number(bigEndian: number) : Number(littleEndian: number)
    }

    /// The next number of eight bytes with a point; nil at the end.
    mutating func double() -> Double? { number(UInt64.self).map(Double.init(bitPattern:)) }

    /// Some of them; nil if there are fewer.
    mutating func doubles(_ count: Int) -> [Double]? {
        var doubles: [Double] = []
        for _ in 0..<count {
            guard let double = double() else { return nil }
            doubles.append(double)
        }
        return doubles
    }

    /// Passes over a text; nil if the message ends within it.
    mutating func skipText() -> Void? {
        guard let count = number(UInt32.self), bytes.count - place >= count else { return nil }
        place += Int(count)
        return ()
    }
}
