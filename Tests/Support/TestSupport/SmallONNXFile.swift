/// A very small classifier as an ONNX file: windows of 3 samples of 2 features → LSTM of 2 → dense 2 → ReLU → dense 2 → softmax.
/// Each part can be replaced to see it refused.
public struct SmallONNXFile: Sendable {
    public enum Attribute: Sendable {
        case integer(UInt64)
        case integers([UInt64])
        case float(Float)
        case text(String)
        case texts([String])
    }

    public struct Node: Sendable {
        public var kind: String
        public var inputs: [String]
        public var outputs: [String]
        public var attributes: [String: Attribute]
        public var domain = ""

        public init(_ kind: String, _ inputs: [String], _ outputs: [String], _ attributes: [String: Attribute] = [:]) {
            self.kind = kind
            self.inputs = inputs
            self.outputs = outputs
            self.attributes = attributes
        }
    }

    /// Numbers in the file.
    public struct Numbers: Sendable {
        public var shape: [UInt64]
        /// 1: floats, in field 4; 7: integers, in field 7.
        public var type: UInt64
        public var floats: [Float] = []
        public var integers: [UInt64] = []
        /// In place of both.
        public var bytes: [UInt8] = []
        public var isElsewhere = false

        public init(_ floats: [Float], _ shape: [UInt64]) {
            (self.floats, self.shape, type) = (floats, shape, 1)
        }

        public init(integers: [Int]) {
            (self.integers, shape, type) = (integers.map { UInt64(bitPattern: Int64($0)) }, [UInt64(integers.count)], 7)
        }
    }

    public var version: UInt64 = 17
    public var inputs: [(name: String, sizes: [UInt64?])] = [("x", [nil, 3, 2])]
    public var outputs = ["p"]
    public var numbers: [String: Numbers]
    public var nodes: [Node]
    public var metadata: [String: String] = [:]

    public init() {
        numbers = [
            "W": Numbers(SmallCoreMLFile.weights(1, 16), [1, 8, 2]), "R": Numbers(SmallCoreMLFile.weights(2, 16), [1, 8, 2]),
            "B": Numbers(SmallCoreMLFile.weights(3, 16), [1, 16]), "zero": Numbers(integers: [0]), "one": Numbers(integers: [1]),
            "w0": Numbers(SmallCoreMLFile.weights(4, 4), [2, 2]), "b0": Numbers(SmallCoreMLFile.weights(5, 2), [2]),
            "w1": Numbers(SmallCoreMLFile.weights(6, 4), [2, 2]), "b1": Numbers(SmallCoreMLFile.weights(7, 2), [2]),
        ]
        nodes = [
            Node("Transpose", ["x"], ["turned"], ["perm": .integers([1, 0, 2])]),
            Node("LSTM", ["turned", "W", "R", "B"], ["steps", "state", "cell"], ["hidden_size": .integer(2)]),
            Node("Squeeze", ["state", "zero"], ["last"]),
            Node("Gemm", ["last", "w0", "b0"], ["dense0"], ["transB": .integer(1)]),
            Node("Relu", ["dense0"], ["relu"]),
            Node("MatMul", ["relu", "w1"], ["product"]),
            Node("Add", ["product", "b1"], ["dense1"]),
            Node("Softmax", ["dense1"], ["p"], ["axis": .integer(1)]),
        ]
    }

    /// The node that writes this.
    public subscript(output: String) -> Node {
        get { nodes.first { $0.outputs.contains(output) } ?? Node("", [], []) }
        set { nodes[nodes.firstIndex { $0.outputs.contains(output) } ?? 0] = newValue }
    }

    /// Puts nodes between the one that writes `output` and those that read it: they read `output` and write `"new"`.
    public mutating func insert(_ more: [Node], after output: String) {
        let place = (nodes.firstIndex { $0.outputs.contains(output) } ?? -1) + 1
        for index in place..<nodes.count { nodes[index].inputs = nodes[index].inputs.map { $0 == output ? "new" : $0 } }
        nodes.insert(contentsOf: more, at: place)
    }

    public var bytes: [UInt8] {
        var file = WireWriter()
        file.number(1, 8)
        file.message(8) { $0.number(2, version) }
        file.message(7) { graph in
            for node in nodes { graph.message(1) { Self.write(node, to: &$0) } }
            for (name, tensor) in numbers.sorted(by: { $0.key < $1.key }) { graph.message(5) { Self.write(tensor, name, to: &$0) } }
            for input in inputs {
                graph.message(11) { value in
                    value.text(1, input.name)
                    value.message(2) {
                        $0.message(1) {
                            $0.message(2) { shape in
                                for size in input.sizes {
                                    shape.message(1) { if let size { $0.number(1, size) } else { $0.text(2, "n") } }
                                }
                            }
                        }
                    }
                }
            }
            for output in outputs { graph.message(12) { $0.text(1, output) } }
        }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            file.message(14) {
                $0.text(1, key)
                $0.text(2, value)
            }
        }
        return file.bytes
    }

    private static func write(_ node: Node, to message: inout WireWriter) {
        for input in node.inputs { message.text(1, input) }
        for output in node.outputs { message.text(2, output) }
        message.text(4, node.kind)
        message.text(7, node.domain)
        for (name, attribute) in node.attributes.sorted(by: { $0.key < $1.key }) {
            message.message(5) {
                $0.text(1, name)
                switch attribute {
                case .integer(let number): $0.number(3, number)
                case .integers(let numbers): for number in numbers { $0.number(8, number) }
                case .float(let number): $0.float(2, number)
                case .text(let text): $0.text(4, text)
                case .texts(let texts): for text in texts { $0.text(9, text) }
                }
            }
        }
    }

    private static func write(_ tensor: Numbers, _ name: String, to message: inout WireWriter) {
        for size in tensor.shape { message.number(1, size) }
        message.number(2, tensor.type)
        message.text(8, name)
        if tensor.isElsewhere { message.number(14, 1) }
        guard tensor.bytes.isEmpty else { return message.bytes(9, tensor.bytes) }
        for number in tensor.floats { message.float(4, number) }
        for number in tensor.integers { message.number(7, number) }
    }
}
