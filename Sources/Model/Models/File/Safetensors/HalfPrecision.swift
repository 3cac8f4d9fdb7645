extension Float {
    /// The value of an IEEE 754 binary16 number, exactly.
    ///
    /// Written out because `Float16` does not exist on every platform this builds for.
    package init(halfPrecisionBits bits: UInt16) {
        let sign = UInt32(bits & 0x8000) << 16
        let exponent = UInt32(bits >> 10) & 0x1F
        let fraction = UInt32(bits & 0x3FF)
        switch exponent {
        case 0:
            // Zero and subnormal numbers: fraction × 2⁻²⁴, which single precision holds exactly.
            let magnitude = Float(fraction) * 0x1p-24
            self = sign == 0 ? magnitude : -magnitude
        case 31:
            self = Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default:
            self = Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}
