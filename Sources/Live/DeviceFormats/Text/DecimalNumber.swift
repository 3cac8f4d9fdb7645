/// A number as people's sketches print it: `-9.721`, `+3`, `1.2e-3`.
enum DecimalNumber {
    /// 10ⁿ, exact up to n = 22.
    private static let powers: InlineArray<23, Double> = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
        1e22,
    ]
    /// Digits beyond these change no value that a sensor tells.
    private static let mostDigits = 15

    /// The number at the beginning of a text, in one pass.
    ///
    /// - Parameters:
    ///   - text: with something behind it that belongs to no number.
    ///   - hasDecimalComma: whether a comma that is followed by a digit is the point, and a point none.
    /// - Returns: the value, right to the last bit with up to 15 digits and exponents of ±22, and how many bytes it takes; nil of
    ///   anything else than a number. `nan` and `inf` are none.
    static func leading(_ text: UnsafePointer<UInt8>, hasDecimalComma: Bool = false) -> (value: Double?, length: Int) {
        let isNegative = text[0] == 0x2D
        var place = isNegative || text[0] == 0x2B ? 1 : 0
        var (mantissa, digits, exponent, seen) = (0 as UInt64, 0, 0, 0)
        var isFraction = false
        while true {
            let byte = text[place]
            let digit = byte &- 0x30
            if digit < 10 {
                seen += 1
                if digits < mostDigits {
                    mantissa = mantissa &* 10 &+ UInt64(digit)
                    if mantissa > 0 { digits += 1 }
                    if isFraction { exponent -= 1 }
                } else if !isFraction {
                    exponent += 1
                }
            } else if !isFraction, byte == 0x2E || (hasDecimalComma && byte == 0x2C && text[place + 1] &- 0x30 < 10) {
                if hasDecimalComma, byte == 0x2E { seen = Int.min }
                isFraction = true
            } else {
                break
            }
            place += 1
        }
        if text[place] | 0x20 == 0x65 {
            let sign = text[place + 1]
            let first = place + (sign == 0x2D || sign == 0x2B ? 2 : 1)
            if text[first] &- 0x30 < 10 {
                var power = 0
                place = first
                while text[place] &- 0x30 < 10 {
                    power = min(power * 10 + Int(text[place] &- 0x30), 1000)
                    place += 1
                }
                // Of four digits and more nobody means a number.
                if place - first > 3 { seen = Int.min }
                exponent += sign == 0x2D ? -power : power
            }
        }
        guard seen > 0 else { return (nil, place) }
        guard abs(exponent) <= 22 else { return (mantissa == 0 ? 0 : nil, place) }
        let value = exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
        return (isNegative ? -value : value, place)
    }
}
