/// The fields of a record one after the other, as MCAP spells them: numbers with their lowest byte first, texts behind the number
/// of their bytes.
struct FieldBytes {
    /// What was added.
    private(set) var bytes: [UInt8] = []

    /// Adds an integer of one to eight bytes.
    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Adds a text in UTF-8, of less than 4 GB.
    mutating func add(_ text: String) {
        add(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds bytes without their number.
    mutating func add(_ other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

    /// Adds a list of less than 4 GB behind the number of its bytes.
    mutating func addList(_ fill: (inout FieldBytes) -> Void) {
        var list = FieldBytes()
        fill(&list)
        add(UInt32(list.bytes.count))
        bytes += list.bytes
    }

    /// Adds a record with these fields.
    mutating func addRecord(_ opcode: Opcode, _ fill: (inout FieldBytes) -> Void) {
        let start = bytes.count
        add(opcode.rawValue)
        add(UInt64(0))
        fill(&self)
        let count = UInt64(bytes.count - start - Opcode.headBytes)
        withUnsafeBytes(of: count.littleEndian) { bytes.replaceSubrange(start + 1..<start + Opcode.headBytes, with: $0) }
    }
}
