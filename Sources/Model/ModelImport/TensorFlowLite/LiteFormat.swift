/// Numbers of TensorFlow Lite's schema, and what is said of operators that cannot be imported.
enum LiteFormat {
    /// The operators that are read.
    enum Code: Int {
        case add = 0
        case averagePool = 1
        case convolution = 3
        case dequantize = 6
        case fullyConnected = 9
        case logistic = 14
        case maximumPool = 17
        case multiply = 18
        case relu = 19
        case reshape = 22
        case softmax = 25
        case pad = 34
        case transpose = 39
        case mean = 40
        case subtract = 41
        case divide = 42
        case squeeze = 43
        case lstm = 44
        case stridedSlice = 45
        case slice = 65
        case expandDimensions = 70
        case gather = 36
        case reduceMaximum = 82
        // Of loops alone.
        case concatenation = 2
        case tanh = 28
        case split = 49
        case quantize = 114
    }

    /// Of loops and their conditions.
    static let (less, and, whileOperator) = (58, 86, 119)

    /// Activations that a layer may have in it.
    enum Activation: Int {
        case none = 0
        case relu = 1
        case tanh = 4
    }

    private static let steps =
        "is a recurrent layer that was unrolled, or a loop that is no LSTM's: import the .keras or .h5 file itself, or build it "
        + "with tf_keras, in which the converter finds the LSTM"

    /// What an operator is, and what to do about it: the end of a sentence.
    static func problem(of code: Int) -> String {
        let shown = "(\(names[code] ?? "operator \(code)"))"
        switch code {
        case -1: return "is an operator of somebody's own: convert the model with TensorFlow Lite's own operators"
        case 2, 28, 49, 83, 86, 88, 102, 118, 119, 126: return "\(shown) \(steps)"
        case 16: return "\(shown) is another LSTM than TensorFlow Lite has now: convert the model again"
        case 52:
            return "is a bidirectional LSTM and so reads the window's end first, which live motion has not: train it forwards only"
        case 105: return "\(shown) reads the window backwards, which live motion cannot: train it with go_backwards=False"
        case 24, 27, 35, 46: return "\(shown) is another recurrent layer than LSTM: train an LSTM"
        case 4: return "\(shown) is a convolution of each feature by itself: train a keras.layers.Conv1D"
        case 37, 38:
            return "\(shown) is a part of a dilated convolution that the converter left apart: import the .keras file itself"
        case 74: return "\(shown) adds up samples: let it take their mean"
        case 20, 21, 54, 98, 111, 117: return "\(shown) is another activation than ReLU: train it with relu"
        case 50: return "\(shown) is the logarithm of a softmax: end the model with softmax"
        default:
            return
                "\(shown) cannot be imported: only LSTM, dense layers, Conv1D and its pooling, ReLU, normalisation by stored "
                + "numbers and softmax can"
        }
    }

    private static let names = [
        2: "CONCATENATION", 4: "DEPTHWISE_CONV_2D", 16: "LSTM",
        20: "RELU_N1_TO_1", 21: "RELU6", 24: "RNN", 27: "SVDF", 28: "TANH",
        37: "BATCH_TO_SPACE_ND", 38: "SPACE_TO_BATCH_ND", 35: "UNIDIRECTIONAL_SEQUENCE_RNN",
        46: "BIDIRECTIONAL_SEQUENCE_RNN", 49: "SPLIT", 50: "LOG_SOFTMAX", 53: "CAST", 54: "PRELU", 74: "SUM",
        83: "PACK", 86: "LOGICAL_AND", 88: "UNPACK", 98: "LEAKY_RELU", 102: "SPLIT_V", 105: "REVERSE_V2", 111: "ELU",
        117: "HARD_SWISH", 118: "IF", 119: "WHILE", 126: "BATCH_MATMUL",
    ]
}
