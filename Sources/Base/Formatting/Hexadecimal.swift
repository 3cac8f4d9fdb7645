extension FixedWidthInteger where Self: UnsignedInteger {
    /// All its digits in base 16, zeros in front included: 2 of a byte, 16 of 64 bits.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
