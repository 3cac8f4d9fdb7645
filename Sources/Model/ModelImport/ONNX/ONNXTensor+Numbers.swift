import Models

extension ONNXTensor {
    /// Most integers in one tensor: sizes, of which there are few.
    private static let mostIntegers = 1 << 16

    /// What the tensor holds: floats, or integers as sizes.
    ///
    /// `FLOAT`, `FLOAT16` and `BFLOAT16` are taken exactly, `DOUBLE` is rounded.
    func constant() throws(GraphFault) -> GraphValue {
        guard dataLocation == 0, externalData.isEmpty else {
            throw .unsupported("keeps its numbers in another file: save the model as one file (PyTorch: external_data=False)")
        }
        var shape: [Int] = []
        for size in dimensions {
            guard let size = Int(exactly: size) else { throw .malformed("has an impossible size") }
            shape.append(size)
        }
        let count = try ConstantShape.count(of: shape)
        guard count <= Self.mostIntegers || ![6, 7, 9].contains(elementType) else {
            throw .unsupported("holds \(count) integers: only float networks can be imported")
        }
        switch elementType {
        case 1: return .floats(try .init(try words(count, floats, of: UInt32.self) { Float(bitPattern: $0) }, shape: shape))
        case 10:
            let halves = integers32.map { Float(halfPrecisionBits: UInt16(truncatingIfNeeded: $0)) }
            return .floats(try .init(try words(count, halves, of: UInt16.self) { Float(halfPrecisionBits: $0) }, shape: shape))
        case 16:
            let halves = integers32.map { Float(bitPattern: UInt32(UInt16(truncatingIfNeeded: $0)) << 16) }
            let values = try words(count, halves, of: UInt16.self) { Float(bitPattern: UInt32($0) << 16) }
            return .floats(try .init(values, shape: shape))
        case 11:
            let values = try words(count, doubles.map { Float($0) }, of: UInt64.self) { Float(Double(bitPattern: $0)) }
            return .floats(try .init(values, shape: shape))
        case 7:
            let values = try words(count, integers64.map { Int($0) }, of: UInt64.self) { Int(Int64(bitPattern: $0)) }
            return .extents(try .init(values.map { .known($0) }, shape: shape))
        case 6:
            let values = try words(count, integers32.map { Int($0) }, of: UInt32.self) { Int(Int32(bitPattern: $0)) }
            return .extents(try .init(values.map { .known($0) }, shape: shape))
        case 9:
            let values = try words(count, integers32.map { Int($0) }, of: UInt8.self) { Int($0) }
            return .extents(try .init(values.map { .known($0) }, shape: shape))
        default:
            throw .unsupported("holds numbers of ONNX type \(elementType): export the model with 32-bit or 16-bit floats")
        }
    }

    /// The numbers from the bytes if there are any, else those of the field.
    private func words<Word: FixedWidthInteger, Number>(
        _ count: Int, _ field: [Number], of _: Word.Type, _ number: (Word) -> Number
    ) throws(GraphFault) -> [Number] {
        let given = rawData.isEmpty ? field.count : rawData.count / (Word.bitWidth / 8)
        guard given == count, rawData.isEmpty || rawData.count % (Word.bitWidth / 8) == 0 else {
            throw .malformed("has \(given) numbers where its shape needs \(count): export it again")
        }
        guard !rawData.isEmpty else { return field }
        return rawData.withUnsafeBytes { bytes in
            (0..<count).map {
                number(Word(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * (Word.bitWidth / 8), as: Word.self)))
            }
        }
    }
}
