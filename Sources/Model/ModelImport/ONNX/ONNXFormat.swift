/// Numbers and names of ONNX' model file that its messages do not hold.
enum ONNXFormat {
    /// What one is called, and within which bounds it is decoded.
    static let file = MessageFile(article: "an", name: "ONNX", ending: ".onnx", byteLimit: 64 << 20, fieldLimit: 200_000)
    /// What an attribute holds.
    static let (float, integer, string, tensor, integers): (Int32, Int32, Int32, Int32, Int32) = (1, 2, 3, 4, 7)
    /// The element type of 32-bit floats.
    static let floatElements: Int32 = 1
    static let integerElements: Int32 = 7
    /// Other element types that hold floats: 16 bits, 64 bits, bfloat16.
    static let otherFloats: Set<Int32> = [10, 11, 16]

    /// Operators that go over the samples step by step.
    static let loops: Set = ["Loop", "Scan"]
    /// What such a loop is, and how the network is exported without it.
    static let loop =
        "is a recurrent layer written as a loop over the samples: export it as an LSTM layer; a Keras layer with dropout in it becomes "
        + "a loop: build the model again without dropout and recurrent_dropout in its LSTM layers, copy the weights "
        + "(new.set_weights(old.get_weights())), and export that, new.export(\"model.onnx\", format=\"onnx\")"

    /// What a node's operator is, and what to do about it: the end of a sentence.
    static func problem(ofOperator name: String, in domain: String) -> String {
        guard domain.isEmpty || domain == "ai.onnx" else {
            return "is \(shown(name)) of \(shown(domain)), no operator of ONNX itself: export plain ONNX operators"
        }
        switch name {
        case "RNN": return "is a plain RNN: train an LSTM"
        case "ConvTranspose", "ConvInteger", "QLinearConv":
            return "(\(name)) is another convolution than Conv: train a Conv1d, and export it in float"
        case "ReduceSum", "ReduceMin", "LpPool", "GlobalLpPool":
            return "(\(name)) pools otherwise than by the mean or the largest number: let it take one of these"
        case "Tanh", "Sigmoid", "LeakyRelu", "PRelu", "Elu", "Selu", "Gelu", "Celu", "HardSigmoid", "HardSwish", "Mish", "Softplus",
            "Softsign", "ThresholdedRelu", "Erf", "Clip":
            return "is a \(name) activation: only ReLU after dense layers and convolutions, and softmax at the end, can be imported"
        case "ReverseSequence": return "reverses the window, which live motion cannot: train an LSTM that reads forwards"
        case "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "QLinearMatMul", "MatMulInteger":
            return "(\(name)) is quantized arithmetic: export the float network"
        case "LayerNormalization", "InstanceNormalization", "GroupNormalization", "LpNormalization":
            return "(\(name)) normalises by each window's own mean: only batch normalisation with stored means is linear"
        case "Loop", "Scan": return "(\(name)) \(loop)"
        case "If", "SequenceAt", "SequenceConstruct", "SplitToSequence":
            return "(\(name)) is control flow, as when an LSTM is written as a loop: export a model with a plain LSTM layer"
        default:
            return
                "(\(shown(name))) cannot be imported: only LSTM, GRU, convolution and pooling, dense layers, ReLU, batch "
                + "normalisation, softmax and what turns axes can"
        }
    }

    static func shown(_ text: String) -> String { String(text.prefix(60)) }
}
