/// Writes the fields of a message.
///
/// A value that is zero or empty is left out, because that is what a reader assumes. Every element of a list is written.
package struct ProtobufWriter {
    private var bytes: [UInt8] = []

    /// The bytes of a message.
    package static func bytes(of message: some WritableProtobufMessage) -> [UInt8] {
        var writer = Self()
        message.write(to: &writer)
        return writer.bytes
    }

    // MARK: - Values

    package mutating func write(_ number: some FixedWidthInteger, as field: Int) {
        if number != 0 { writeElement(number, as: field) }
    }

    package mutating func write(_ number: Float, as field: Int) {
        if number.bitPattern != 0 { writeElement(number, as: field) }
    }

    package mutating func write(_ text: String, as field: Int) {
        if !text.isEmpty { writeContent(text.utf8, as: field) }
    }

    package mutating func writeBytes(_ bytes: [UInt8], as field: Int) {
        if !bytes.isEmpty { writeContent(bytes, as: field) }
    }

    package mutating func write(_ message: some WritableProtobufMessage, as field: Int) {
        writeBytes(Self.bytes(of: message), as: field)
    }

    // MARK: - Lists

    package mutating func write(_ texts: [String], as field: Int) {
        for text in texts { writeContent(text.utf8, as: field) }
    }

    package mutating func writeBytes(_ arrays: [[UInt8]], as field: Int) {
        for bytes in arrays { writeContent(bytes, as: field) }
    }

    package mutating func write(_ messages: [some WritableProtobufMessage], as field: Int) {
        for message in messages { writeContent(Self.bytes(of: message), as: field) }
    }

    /// Writes each number as a field of its own.
    package mutating func write(_ numbers: [some FixedWidthInteger], as field: Int) {
        for number in numbers { writeElement(number, as: field) }
    }

    /// Writes each number as a field of its own.
    package mutating func write(_ numbers: [Float], as field: Int) {
        for number in numbers { writeElement(number, as: field) }
    }

    /// Writes the numbers as one field.
    package mutating func writePacked(_ numbers: [some FixedWidthInteger], as field: Int) {
        var packed = Self()
        for number in numbers { packed.append(number) }
        writeBytes(packed.bytes, as: field)
    }

    /// Writes the numbers as one field.
    package mutating func writePacked(_ numbers: [Float], as field: Int) {
        var packed = Self()
        for number in numbers { packed.appendWord(number.bitPattern) }
        writeBytes(packed.bytes, as: field)
    }

    /// Writes the numbers as one field.
    package mutating func writePacked(_ numbers: [Double], as field: Int) {
        var packed = Self()
        for number in numbers { packed.appendWord(number.bitPattern) }
        writeBytes(packed.bytes, as: field)
    }

    // MARK: - The wire format

    /// How the bytes of a value are to be read.
    private enum WireType: Int {
        case varint = 0
        case content = 2
        case fixed32 = 5
    }

    private mutating func begin(_ field: Int, _ type: WireType) { append(field << 3 | type.rawValue) }

    private mutating func writeElement(_ number: some FixedWidthInteger, as field: Int) {
        begin(field, .varint)
        append(number)
    }

    private mutating func writeElement(_ number: Float, as field: Int) {
        begin(field, .fixed32)
        appendWord(number.bitPattern)
    }

    private mutating func writeContent(_ content: some Collection<UInt8>, as field: Int) {
        begin(field, .content)
        append(content.count)
        bytes += content
    }

    /// Seven bits a byte, the lowest first; a negative number is one of 64 bits.
    private mutating func append(_ number: some FixedWidthInteger) {
        var rest = UInt64(truncatingIfNeeded: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func appendWord<Word: FixedWidthInteger>(_ word: Word) {
        for shift in stride(from: 0, to: Word.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
