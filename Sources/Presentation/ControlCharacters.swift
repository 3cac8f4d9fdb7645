extension Unicode.Scalar {
    /// Whether it is a control character: below U+0020, or U+007F … U+009F.
    package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
