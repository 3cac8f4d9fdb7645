/// A line of text that is put together without a heap. What does not fit is cut.
///
/// Its functions are never inlined: nine of them in a row would be most of a report's code.
struct LogText {
    private(set) var bytes = InlineArray<160, UInt8>(repeating: 0)
    private(set) var count = 0

    @inline(never)
    mutating func append(_ words: StaticString) {
        for index in 0..<words.utf8CodeUnitCount { append(words.utf8Start[index]) }
    }

    /// - Parameter words: end with a zero, as C has them.
    @inline(never)
    mutating func append(cString words: UnsafePointer<CChar>) {
        var next = words
        while next.pointee != 0 {
            append(UInt8(bitPattern: next.pointee))
            next += 1
        }
    }

    @inline(never)
    mutating func append(hexadecimal value: UInt32) {
        for digit in 0..<8 {
            let nibble = UInt8(truncatingIfNeeded: value >> UInt32(28 - 4 * digit) & 15)
            append(nibble < 10 ? 48 + nibble : 87 + nibble)
        }
    }

    @inline(never)
    mutating func append(decimal value: UInt32) {
        var divisor: UInt32 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(48 + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard count < 160 else { return }
        bytes[count] = byte
        count += 1
    }
}
