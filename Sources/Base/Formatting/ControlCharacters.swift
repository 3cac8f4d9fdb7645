extension Unicode.Scalar {
    /// Whether it is a control character: below U+0020, or U+007F … U+009F.
    package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

    /// Whether it must not reach a terminal as it came: a control character, or one that is not seen and turns or hides what is.
    package var deceives: Bool {
        switch value {
        // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
        case 0xAD, 0x61C, 0x180E: true
        // Zero widths, marks of direction, line and paragraph separators, embeddings, overrides, isolates, invisible operators.
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        // Byte order mark, interlinear annotation, tags.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: isControl
        }
    }
}
