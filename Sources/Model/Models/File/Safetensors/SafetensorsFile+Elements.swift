import Formatting

/// An integer type that a tensor can hold.
public protocol SafetensorsInteger: FixedWidthInteger, Sendable {
    /// How the file names it.
    static var safetensorsType: SafetensorsFile.ElementType { get }
}

extension Int8: SafetensorsInteger { public static var safetensorsType: SafetensorsFile.ElementType { .int8 } }
extension Int16: SafetensorsInteger { public static var safetensorsType: SafetensorsFile.ElementType { .int16 } }
extension Int32: SafetensorsInteger { public static var safetensorsType: SafetensorsFile.ElementType { .int32 } }
extension Int64: SafetensorsInteger { public static var safetensorsType: SafetensorsFile.ElementType { .int64 } }
extension UInt8: SafetensorsInteger { public static var safetensorsType: SafetensorsFile.ElementType { .uint8 } }

// MARK: - Making tensors

extension SafetensorsFile.Tensor {
    /// A tensor of 32-bit floats. Traps unless `values` fills `shape`.
    public init(floats values: [Float], shape: [Int]) {
        self.init(elementType: .float32, shape: shape, bytes: Self.littleEndianBytes(values.map(\.bitPattern)))
    }

    /// A tensor of integers. Traps unless `values` fills `shape`.
    public init<Element: SafetensorsInteger>(integers values: [Element], shape: [Int]) {
        self.init(elementType: Element.safetensorsType, shape: shape, bytes: Self.littleEndianBytes(values))
    }

    private static func littleEndianBytes<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * (Word.bitWidth / 8))
        for word in words {
            for shift in stride(from: 0, to: Word.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes
    }

    /// The elements as words of the element type's width.
    private func words<Word: FixedWidthInteger>(_: Word.Type) -> [Word] {
        let size = Word.bitWidth / 8
        return (0..<bytes.count / size).map { index in
            var word: Word = 0
            for byte in 0..<size { word |= Word(truncatingIfNeeded: bytes[index * size + byte]) << (8 * byte) }
            return word
        }
    }

    /// The elements as floats: exact, but for `F64`, which is rounded to nearest. Nil for integers.
    var floats: [Float]? {
        switch elementType {
        case .float64: words(UInt64.self).map { Float(Double(bitPattern: $0)) }
        case .float32: words(UInt32.self).map { Float(bitPattern: $0) }
        case .float16: words(UInt16.self).map { Float(halfPrecisionBits: $0) }
        case .bfloat16: words(UInt16.self).map { Float(bitPattern: UInt32($0) << 16) }
        case .int64, .int32, .int16, .int8, .uint8: nil
        }
    }

    /// The elements as integers; nil if the tensor holds another type.
    func integers<Element: SafetensorsInteger>(_: Element.Type) -> [Element]? {
        elementType == Element.safetensorsType ? words(Element.self) : nil
    }
}

// MARK: - Reading elements by name

extension SafetensorsFile {
    /// The finite floats of the tensor `name`, row-major, which must have exactly this shape.
    ///
    /// `F32`, `F16` and `BF16` are exact; `F64` is rounded to nearest. `file` names the file in errors.
    public func floats(named name: String, shape: [Int], file: String) throws(ModelFileError) -> [Float] {
        let tensor = try tensor(named: name, shape: shape, file: file)
        guard let values = tensor.floats else {
            throw .init(
                .mismatch, file: file, part: name,
                problem: "holds \(tensor.elementType.rawValue) where floats (F32, F16, BF16 or F64) are needed")
        }
        if let index = values.firstIndex(where: { !$0.isFinite }) {
            throw .init(
                .mismatch, file: file, part: name,
                problem: "holds a number at index \(index) that is not finite in single precision: train or export it again")
        }
        return values
    }

    /// The integers of the tensor `name`, row-major, which must have exactly this shape and type. `file` names the file in errors.
    public func integers<Element: SafetensorsInteger>(
        _ type: Element.Type = Element.self, named name: String, shape: [Int], file: String
    ) throws(ModelFileError) -> [Element] {
        let tensor = try tensor(named: name, shape: shape, file: file)
        guard let values = tensor.integers(type) else {
            throw .init(
                .mismatch, file: file, part: name,
                problem: "holds \(tensor.elementType.rawValue) where \(Element.safetensorsType.rawValue) is needed")
        }
        return values
    }

    /// The tensor `name`, which must have exactly this shape. `file` names the file in errors.
    public func tensor(named name: String, shape: [Int], file: String) throws(ModelFileError) -> Tensor {
        guard let tensor = tensors[name] else {
            throw .init(.mismatch, file: file, part: name, problem: "is missing")
        }
        guard tensor.shape == shape else {
            throw .init(.mismatch, file: file, part: name, problem: "has shape \(tensor.shape) where \(shape) is needed")
        }
        return tensor
    }
}
