/// What is said of layers that cannot be imported.
enum KerasFormat {
    /// What is said of a `GlobalMaxPooling1D` or `GlobalAveragePooling1D` that reads all steps of an LSTM.
    static let poolingBehindLSTM =
        "pools the steps of an LSTM: let the last LSTM layer have return_sequences=False, which gives its last step"

    /// What a layer is, and what to do about it: the end of a sentence.
    static func problem(ofLayer kind: String) -> String {
        switch kind {
        case "SimpleRNN", "RNN", "CuDNNLSTM", "CuDNNGRU", "ConvLSTM1D", "ConvLSTM2D":
            return "(\(kind)) is another recurrent layer than LSTM and GRU: train a keras.layers.LSTM"
        case "Bidirectional":
            return
                "is bidirectional and so reads the window's end first, which live motion has not: train the layer inside it alone"
        case "TimeDistributed":
            return "(TimeDistributed) calls a layer for each sample: let the layers after the LSTM read its last step alone"
        case "SeparableConv1D", "DepthwiseConv1D", "Conv2D", "Conv1DTranspose", "MaxPooling2D", "AveragePooling2D":
            return "(\(kind)) is another convolution, or its pooling, than Conv1D has: train a keras.layers.Conv1D"
        case "LayerNormalization", "GroupNormalization", "UnitNormalization":
            return "(\(kind)) normalises by each window's own mean: train with BatchNormalization, which has stored ones"
        case "Masking": return "leaves out samples of a window (Masking): train with windows that are full"
        case "Lambda": return "is code of Python's (Lambda), which a file cannot tell: build the model without it"
        case "Sequential", "Functional", "Model": return "is a model inside the model: add its layers to the model one by one"
        case "Add", "Average", "Concatenate", "Multiply", "Maximum", "Dot", "Subtract", "Attention", "MultiHeadAttention":
            return "(\(kind)) joins several layers: only a chain of layers can be imported, each reading the one before"
        case "LeakyReLU", "PReLU", "ELU":
            return "is a \(kind) activation: only relu after dense layers and convolutions can be imported"
        default:
            return
                "(\(kind.prefix(60))) cannot be imported: only LSTM, GRU, Dense, Conv1D and its pooling, ReLU, Dropout, "
                + "BatchNormalization, Normalization, "
                + "Rescaling, Flatten and Softmax can"
        }
    }
}
