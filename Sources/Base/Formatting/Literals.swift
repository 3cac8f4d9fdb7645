extension String {
    /// Between the quotation marks of a Swift literal.
    package var escapedForSwift: String {
        unicodeScalars.map { $0.isPlain ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
    }

    /// Between the quotation marks of a C literal: bytes that are no plain ASCII in octal, which ends after three digits.
    package var escapedForC: String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isPlain { return String(scalar) }
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}

extension Unicode.Scalar {
    /// Printable ASCII that means itself in a literal of either language.
    fileprivate var isPlain: Bool { (0x20..<0x7F).contains(value) && self != "\"" && self != "\\" && self != "?" }
}
