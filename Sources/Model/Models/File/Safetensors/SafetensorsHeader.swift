/// The JSON header of a safetensors file: where each tensor's bytes are, and the metadata.
struct SafetensorsHeader: Decodable {
    struct Entry {
        var elementType: SafetensorsFile.ElementType
        var shape: [Int]
        /// First byte and the byte after the last, counted from the end of the header.
        var begin: Int
        var end: Int
    }

    /// What is wrong with the header, before the file's name is known.
    struct Fault: Error {
        var tensor: String?
        var problem: String
    }

    static let metadataKey = "__metadata__"

    var metadata: [String: String] = [:]
    var tensors: [String: Entry] = [:]
    /// All keys that were read, at every depth.
    var keyCount = 0

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let keys = container.allKeys
        keyCount = keys.count
        guard keys.count <= SafetensorsFile.entryLimit else {
            throw Fault(problem: "has \(keys.count) tensors, more than \(SafetensorsFile.entryLimit)")
        }
        for key in keys {
            if key.stringValue == Self.metadataKey {
                guard let table = try? container.decode([String: String].self, forKey: key) else {
                    throw Fault(problem: "has metadata that is not a table of strings")
                }
                try Self.check(metadata: table)
                metadata = table
                keyCount += table.count
            } else {
                let fields = try? container.nestedContainer(keyedBy: Key.self, forKey: key)
                guard let fields else { throw Fault(tensor: key.stringValue, problem: "is not described by a JSON object") }
                tensors[key.stringValue] = try Self.entry(named: key.stringValue, fields)
                keyCount += fields.allKeys.count
            }
        }
    }

    /// Refuses names and values that are longer, or more, than a header may hold.
    static func check(metadata: [String: String]) throws(Fault) {
        guard metadata.count <= SafetensorsFile.entryLimit else {
            throw Fault(problem: "has more than \(SafetensorsFile.entryLimit) metadata entries")
        }
        for (key, value) in metadata {
            guard key.utf8.count <= SafetensorsFile.nameLimit, value.utf8.count <= SafetensorsFile.metadataValueLimit else {
                throw Fault(problem: "has a metadata entry longer than a model file may have")
            }
        }
    }

    /// Refuses tensor names that cannot stand in a header.
    static func check(tensorName name: String) throws(Fault) {
        guard !name.isEmpty, name.utf8.count <= SafetensorsFile.nameLimit else {
            throw Fault(problem: "has a tensor name that is empty or longer than \(SafetensorsFile.nameLimit) bytes")
        }
        guard name != metadataKey else { throw Fault(problem: "has a tensor named like the metadata") }
    }

    private static func entry(named name: String, _ fields: KeyedDecodingContainer<Key>) throws(Fault) -> Entry {
        try check(tensorName: name)
        guard Set(fields.allKeys.map(\.stringValue)) == ["dtype", "shape", "data_offsets"] else {
            throw Fault(tensor: name, problem: "needs exactly the keys dtype, shape and data_offsets")
        }
        guard let typeName = try? fields.decode(String.self, forKey: Key("dtype")) else {
            throw Fault(tensor: name, problem: "has a dtype that is no string")
        }
        guard let elementType = SafetensorsFile.ElementType(rawValue: typeName) else {
            let known = SafetensorsFile.ElementType.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(tensor: name, problem: "has the element type \(typeName.prefix(32).debugDescription): use one of \(known)")
        }
        guard let shape = try? fields.decode([Int].self, forKey: Key("shape")), shape.count <= SafetensorsFile.rankLimit,
            let size = SafetensorsFile.Tensor.byteCount(elementType, shape)
        else {
            throw Fault(tensor: name, problem: "has a shape that is no list of up to \(SafetensorsFile.rankLimit) sound sizes")
        }
        guard let offsets = try? fields.decode([Int].self, forKey: Key("data_offsets")), offsets.count == 2,
            offsets[0] >= 0, offsets[0] <= offsets[1]
        else {
            throw Fault(tensor: name, problem: "has data_offsets that are no pair of rising offsets")
        }
        guard offsets[1] - offsets[0] == size else {
            let given = offsets[1] - offsets[0]
            throw Fault(tensor: name, problem: "has \(given) bytes where \(typeName) with shape \(shape) needs \(size)")
        }
        return Entry(elementType: elementType, shape: shape, begin: offsets[0], end: offsets[1])
    }

    /// The number of keys in valid JSON text: one colon outside strings follows each.
    static func keyCount(inJSON text: ArraySlice<UInt8>) -> Int {
        var count = 0
        var insideString = false
        var escaped = false
        for byte in text {
            if escaped {
                escaped = false
            } else if insideString {
                if byte == UInt8(ascii: "\\") { escaped = true } else if byte == UInt8(ascii: "\"") { insideString = false }
            } else if byte == UInt8(ascii: "\"") {
                insideString = true
            } else if byte == UInt8(ascii: ":") {
                count += 1
            }
        }
        return count
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
