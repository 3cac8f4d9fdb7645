/// The content of a safetensors file: named tensors and a table of strings.
///
/// The format is an 8-byte little-endian header length, a JSON header, and the tensors' bytes without gaps. Reading is strict:
/// a file with a gap, an overlap, a name given twice or a size that does not match its shape is refused. Writing is
/// deterministic: equal content gives equal bytes.
public struct SafetensorsFile: Sendable, Equatable {
    /// Largest file that is read, in bytes.
    public static let fileLimit = 256 << 20
    /// Largest header that is read or written, in bytes.
    public static let headerLimit = 16 << 20
    /// Most tensors in a file, and most metadata entries.
    public static let entryLimit = 65_536
    /// Longest tensor name or metadata key, in UTF-8 bytes.
    public static let nameLimit = 1_024
    /// Longest metadata value, in UTF-8 bytes.
    public static let metadataValueLimit = 1 << 20
    /// Most dimensions of a tensor.
    public static let rankLimit = 8

    /// Free text that travels with the tensors (`__metadata__` in the header).
    public var metadata: [String: String]
    /// The tensors by name.
    public var tensors: [String: Tensor]
    /// Names of tensors that were in the file and were not wanted.
    public internal(set) var leftOut: [String] = []

    public init(metadata: [String: String] = [:], tensors: [String: Tensor] = [:]) {
        self.metadata = metadata
        self.tensors = tensors
    }
}

extension SafetensorsFile {
    /// How the elements of a tensor are stored; all little-endian.
    public enum ElementType: String, Sendable, CaseIterable {
        case float64 = "F64"
        case float32 = "F32"
        case float16 = "F16"
        case bfloat16 = "BF16"
        case int64 = "I64"
        case int32 = "I32"
        case int16 = "I16"
        case int8 = "I8"
        case uint8 = "U8"

        /// Bytes of one element.
        public var size: Int {
            switch self {
            case .float64, .int64: 8
            case .float32, .int32: 4
            case .float16, .bfloat16, .int16: 2
            case .int8, .uint8: 1
            }
        }
    }

    /// One tensor: its element type, its shape and its elements' bytes, row-major and little-endian.
    public struct Tensor: Sendable, Equatable {
        public let elementType: ElementType
        /// Empty for a single number.
        public let shape: [Int]
        public let bytes: [UInt8]

        /// Traps unless `bytes` holds exactly the elements that `shape` asks for.
        public init(elementType: ElementType, shape: [Int], bytes: [UInt8]) {
            precondition(
                Self.byteCount(elementType, shape) == bytes.count,
                "a tensor of \(elementType.rawValue) with shape \(shape) cannot have \(bytes.count) bytes")
            self.elementType = elementType
            self.shape = shape
            self.bytes = bytes
        }

        /// The bytes a shape needs, or nil if a dimension is negative or the product overflows.
        static func byteCount(_ elementType: ElementType, _ shape: [Int]) -> Int? {
            // A zero anywhere makes the product zero, but the other dimensions must be sound all the same.
            var product = elementType.size
            for dimension in shape {
                guard dimension >= 0 else { return nil }
                let (next, overflow) = product.multipliedReportingOverflow(by: dimension)
                guard !overflow else { return nil }
                product = next
            }
            return product
        }
    }
}
