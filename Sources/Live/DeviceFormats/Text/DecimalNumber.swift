/// A number as people's sketches print it: `-9.721`, `+3`, `1.2e-3`.
enum DecimalNumber {
    /// 10ⁿ, exact up to n = 22.
    private static let powers: InlineArray<23, Double> = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
        1e22,
    ]
    /// Digits beyond these change no value that a sensor tells.
    private static let mostDigits = 15

    /// - Returns: the value, right to the last bit with up to 15 digits and exponents of ±22; nil of anything else than one number.
    ///   `nan` and `inf` are none.
    static func parse(_ text: UnsafePointer<UInt8>, count: Int, point: UInt8 = 0x2E) -> Double? {
        var place = 0
        let isNegative = count > 0 && text[0] == 0x2D
        if count > 0, text[0] == 0x2D || text[0] == 0x2B { place = 1 }
        var (mantissa, digits, exponent, seen) = (0 as UInt64, 0, 0, 0)
        var isFraction = false
        while place < count {
            let byte = text[place]
            if byte == point, !isFraction {
                isFraction = true
            } else if (0x30...0x39).contains(byte) {
                seen += 1
                if digits < mostDigits {
                    mantissa = mantissa * 10 + UInt64(byte - 0x30)
                    if mantissa > 0 { digits += 1 }
                    if isFraction { exponent -= 1 }
                } else if !isFraction {
                    exponent += 1
                }
            } else {
                break
            }
            place += 1
        }
        guard seen > 0 else { return nil }
        if place < count {
            guard text[place] | 0x20 == 0x65, let power = integer(text + place + 1, count: count - place - 1) else { return nil }
            exponent += power
        }
        guard abs(exponent) <= 22 else { return mantissa == 0 ? 0 : nil }
        let value = exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
        return isNegative ? -value : value
    }

    /// At most three digits.
    private static func integer(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
        let hasSign = count > 0 && (text[0] == 0x2D || text[0] == 0x2B)
        let first = hasSign ? 1 : 0
        guard (first + 1...first + 3).contains(count) else { return nil }
        var value = 0
        for index in first..<count {
            guard (0x30...0x39).contains(text[index]) else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
        }
        return text[0] == 0x2D ? -value : value
    }
}
