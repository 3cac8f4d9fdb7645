/// Texts of bytes that need not be UTF-8: the name of a file may hold any byte but zero.
///
/// A byte that is no UTF-8 becomes a scalar of a private plane: U+10FE80 … U+10FEFF for 0x80 … 0xFF. Such a scalar that was in the
/// text already is taken for its four bytes, so that every sequence of bytes has a text of its own and comes back exactly.
package enum UndecodableBytes {
    /// The text of any bytes.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            var iterator = rest.makeIterator()
            // A new one for each scalar: a parser reads ahead.
            var parser = Unicode.UTF8.ForwardParser()
            var undecodable = 1
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                undecodable = scalar.undecodableByte == nil ? 0 : encoded.count
                if undecodable == 0 {
                    text.append(scalar)
                    rest = rest.dropFirst(encoded.count)
                }
            case .error(let length): undecodable = length
            case .emptyInput: break
            }
            for byte in rest.prefix(undecodable) { text.append(Unicode.Scalar(undecodableByte: byte)) }
            rest = rest.dropFirst(undecodable)
        }
        return String(text)
    }

    /// The bytes of a text, which are UTF-8 where it holds no scalar that stands for a byte.
    package static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = scalar.undecodableByte { bytes.append(byte) } else { bytes += UTF8.encode(scalar).map(Array.init) ?? [] }
        }
        return bytes
    }

    /// Whether a text holds such a byte, so that it can be the name of a file, but no label and no name of a device.
    package static func occur(in text: String) -> Bool {
        text.unicodeScalars.contains { $0.undecodableByte != nil }
    }
}

extension Unicode.Scalar {
    /// The byte that this scalar stands for, if it does for one.
    var undecodableByte: UInt8? {
        (0x10FE80...0x10FEFF).contains(value) ? UInt8(truncatingIfNeeded: value) : nil
    }

    fileprivate init(undecodableByte byte: UInt8) {
        // From U+10FE00 on there are 256 scalars.
        self = Unicode.Scalar(0x10FE00 + UInt32(byte)) ?? "\u{FFFD}"
    }
}
