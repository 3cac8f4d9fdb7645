/// Writes protocol-buffer bytes by hand, so that the tests know the format independently of `ProtobufWriter`.
public struct WireWriter {
    public var bytes: [UInt8] = []

    public init() {}

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    public mutating func number(_ field: UInt64, _ value: UInt64) {
        varint(field << 3)
        varint(value)
    }

    public mutating func float(_ field: UInt64, _ value: Float) {
        varint(field << 3 | 5)
        append(value)
    }

    public mutating func bytes(_ field: UInt64, _ content: [UInt8]) {
        varint(field << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    public mutating func text(_ field: UInt64, _ content: String) { bytes(field, Array(content.utf8)) }

    public mutating func message(_ field: UInt64, _ build: (inout WireWriter) -> Void) {
        var inner = WireWriter()
        build(&inner)
        bytes(field, inner.bytes)
    }

    /// A weight array: field 1, packed floats.
    public mutating func weights(_ field: UInt64, _ values: [Float]) {
        message(field) { message in
            var packed = WireWriter()
            for value in values { packed.append(value) }
            message.bytes(1, packed.bytes)
        }
    }

    private mutating func append(_ value: Float) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift)) }
    }
}

/// A very small activity classifier as a Core ML file: 2 features × 3 samples → convolution to 2 → LSTM of 2 → dense 2 →
/// batch normalisation → ReLU → dense 2 → softmax. Each part can be replaced to see it refused.
public struct SmallCoreMLFile {
    public typealias Part = @Sendable (inout WireWriter) -> Void

    public var kindField: UInt64 = 403
    public var metadata = ["features": "rotX,accelZ", "prediction_window": "3"]
    public var labels = ["wave", "REST here"]
    public var inputShape: [UInt64] = [1, 3, 2]
    public var stateIsOptional: UInt64 = 1
    public var layers: [(name: String, input: [String], output: [String], body: Part)]
    /// The model's inputs; nil: those of Turi Create 4 and 5.
    public var inputs: [(name: String, shape: [UInt64], isOptional: Bool)]?
    /// In place of the labels, whole numbers.
    public var integerLabels: [UInt8] = []

    /// The number that stands at `index` of the weight array `seed`: small, distinct, exact in binary.
    public static func weight(_ seed: Int, _ index: Int) -> Float { Float((seed * 7 + index * 5) % 33 - 16) / 32 }
    public static func weights(_ seed: Int, _ count: Int) -> [Float] { (0..<count).map { weight(seed, $0) } }

    public static let permute: Part = { $0.message(310) { $0.bytes(1, [0, 3, 1, 2]) } }
    public static let rectifier: Part = { $0.message(130) { $0.bytes(10, []) } }
    public static let softmax: Part = { $0.bytes(175, []) }

    public static func convolution(
        outputs: UInt64 = 2, kernel: [UInt8] = [1, 3], weights: [Float] = weights(1, 12), more: @escaping Part = { _ in }
    ) -> Part {
        return {
            $0.message(100) {
                $0.number(1, outputs)
                $0.number(2, 2)
                $0.bytes(20, kernel)
                $0.bytes(30, kernel)
                $0.number(70, 1)
                $0.weights(90, weights)
                $0.weights(91, Self.weights(2, 2))
                more(&$0)
            }
        }
    }

    public static func lstm(
        inputs: UInt64 = 2, units: UInt64 = 2, activations: [UInt64] = [40, 30, 30], clip: Float = 50_000,
        flags: [UInt64] = [20], more: @escaping Part = { _ in }
    ) -> Part {
        return {
            $0.message(420) {
                $0.number(1, inputs)
                $0.number(2, units)
                for activation in activations { $0.message(10) { $0.bytes(activation, []) } }
                $0.message(15) {
                    for flag in flags { $0.number(flag, 1) }
                    $0.float(60, clip)
                }
                $0.message(20) {
                    for gate in 0..<4 {
                        $0.weights(UInt64(1 + gate), weights(10 + gate, 4))
                        $0.weights(UInt64(20 + gate), weights(20 + gate, 4))
                        $0.weights(UInt64(40 + gate), weights(40 + gate, 2))
                    }
                }
                more(&$0)
            }
        }
    }

    public static func dense(weights values: Part? = nil) -> Part {
        let values = values ?? { $0.weights(20, weights(50, 4)) }
        return {
            $0.message(140) {
                $0.number(1, 2)
                $0.number(2, 2)
                values(&$0)
            }
        }
    }

    public static func normalisation(variance: [Float] = [3, 0], more: @escaping Part = { _ in }) -> Part {
        return {
            $0.message(160) {
                $0.number(1, 2)
                $0.float(10, 1)
                $0.weights(15, [4, 2])
                $0.weights(16, [0.5, -1])
                $0.weights(17, [1, -2])
                $0.weights(18, variance)
                more(&$0)
            }
        }
    }

    public init() {
        layers = [
            ("turn", ["features"], ["a"], Self.permute),
            ("conv", ["a"], ["b"], Self.convolution()),
            ("relu0", ["b"], ["c"], Self.rectifier),
            ("lstm", ["c", "hiddenIn", "cellIn"], ["d", "hiddenOut", "cellOut"], Self.lstm()),
            ("dense0", ["d"], ["e"], Self.dense()),
            ("norm", ["e"], ["f"], Self.normalisation()),
            ("relu1", ["f"], ["g"], Self.rectifier),
            ("dense1", ["g"], ["h"], Self.dense()),
            ("soft", ["h"], ["probability"], Self.softmax),
        ]
    }

    /// The same without permutation and convolution: the LSTM reads the samples.
    public static var withoutConvolution: SmallCoreMLFile {
        var file = SmallCoreMLFile()
        file.layers.removeFirst(3)
        file.layers[0].input[0] = "features"
        file.inputShape = [2]
        return file
    }

    /// The same as Create ML and Turi Create 6 write it: an input for each feature, joined, and both states in one that is cut.
    public static var ofCreateML: SmallCoreMLFile {
        var file = SmallCoreMLFile()
        file.inputs = [("gyro_x", [3], false), ("Accelerometer Z", [3], false), ("stateIn", [4], true)]
        file.metadata["features"] = nil
        file.layers[0] = ("shape", ["joined"], ["a"], reshape([1, 2, 1, 3]))
        file.layers.insert(("join", ["gyro_x", "Accelerometer Z"], ["joined"], concatenation), at: 0)
        file.layers.insert(("hiddenIn", ["stateIn"], ["hiddenIn"], slice(0, 2)), at: 4)
        file.layers.insert(("cellIn", ["stateIn"], ["cellIn"], slice(2, 4)), at: 5)
        file.layers.append(("stateOut", ["hiddenOut", "cellOut"], ["stateOut"], concatenation))
        return file
    }

    public static let concatenation: Part = { $0.bytes(320, []) }
    public static func reshape(_ shape: [UInt8], order: UInt64 = 0) -> Part {
        return {
            $0.message(300) {
                $0.bytes(1, shape)
                $0.number(2, order)
            }
        }
    }

    public static func slice(_ begin: UInt64, _ end: UInt64, axis: UInt64 = 0) -> Part {
        return {
            $0.message(350) {
                $0.number(1, begin)
                $0.number(2, end)
                $0.number(3, 1)
                $0.number(4, axis)
            }
        }
    }

    public mutating func replace(_ name: String, _ body: @escaping Part) {
        for index in layers.indices where layers[index].name == name { layers[index].body = body }
    }

    public var bytes: [UInt8] {
        var writer = WireWriter()
        writer.number(1, 1)
        writer.message(2) { description in
            let states = ["hiddenIn", "cellIn"].map { (name: $0, shape: [UInt64](), isOptional: stateIsOptional == 1) }
            for input in inputs ?? [("features", inputShape, false)] + states {
                description.message(1) {
                    $0.text(1, input.name)
                    $0.message(3) {
                        $0.message(5) { shape in for size in input.shape { shape.number(1, size) } }
                        if input.isOptional { $0.number(1000, 1) }
                    }
                }
            }
            description.message(100) {
                for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
                    $0.message(100) {
                        $0.text(1, key)
                        $0.text(2, value)
                    }
                }
            }
        }
        writer.message(kindField) { classifier in
            for layer in layers {
                classifier.message(1) {
                    $0.text(1, layer.name)
                    for name in layer.input { $0.text(2, name) }
                    for name in layer.output { $0.text(3, name) }
                    layer.body(&$0)
                }
            }
            if integerLabels.isEmpty {
                classifier.message(100) { for label in labels { $0.text(1, label) } }
            } else {
                classifier.message(101) { $0.bytes(1, integerLabels) }
            }
            classifier.text(200, "probability")
        }
        return writer.bytes
    }
}
