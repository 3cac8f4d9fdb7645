import WireProtocol

/// Names as a model file says them: themselves, or, where they are many, their number and the CRC-32 of that text. A model file
/// bounds its texts, and a reader of it has no use for thousands.
///
/// - Parameter kind: what they are the names of, in the plural.
package func named(_ names: [String], _ kind: String) -> String {
    let text = names.joined(separator: ",")
    guard text.utf8.count > 4_096 else { return text }
    var crc = CRC32()
    text.utf8.forEach { crc.update($0) }
    return "\(names.count) \(kind); crc32 of their names \(crc.hexadecimal)"
}

/// Names as the data spell them: a name that is not there by its letters is looked for by its value, so that 1 finds 01.
package func spelled(_ names: [String], among known: [String]) -> [String] {
    names.map { name in
        if known.contains(name) { return name }
        let alike = known.filter { other in Int(other) != nil && Int(other) == Int(name) }
        return alike.count == 1 ? alike[0] : name
    }
}

extension CRC32 {
    /// Eight digits.
    var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
