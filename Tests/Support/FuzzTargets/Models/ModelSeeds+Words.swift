extension ModelSeeds {
    /// Operators and attributes of ONNX.
    static let onnxWords = [
        "LSTM", "GRU", "Gemm", "MatMul", "Conv", "MaxPool", "AveragePool", "GlobalMaxPool", "GlobalAveragePool", "ReduceMean",
        "ReduceMax", "Pad",
        "BatchNormalization", "Relu", "Softmax", "LogSoftmax", "Add", "Sub", "Mul", "Div", "Constant", "ConstantOfShape", "Shape",
        "Identity",
        "Dropout", "Cast", "Transpose", "Squeeze", "Unsqueeze", "Reshape", "Flatten", "Expand", "Tile", "Gather", "Slice", "Concat",
        "Loop", "Scan",
        "hidden_size", "axis", "axes", "perm", "transB", "alpha", "beta", "direction", "reverse", "linear_before_reset",
        "kernel_shape", "strides",
        "dilations", "pads", "auto_pad", "SAME_UPPER", "activations", "clip", "layout", "keepdims", "epsilon",
    ]

    /// Of Keras' JSON.
    static let kerasWords = [
        "\"class_name\"", "\"config\"", "\"layers\"", "\"InputLayer\"", "\"LSTM\"", "\"GRU\"", "\"Dense\"", "\"Conv1D\"",
        "\"MaxPooling1D\"",
        "\"AveragePooling1D\"", "\"GlobalMaxPooling1D\"", "\"Flatten\"", "\"Dropout\"", "\"BatchNormalization\"",
        "\"Normalization\"", "\"Rescaling\"",
        "\"units\"", "\"activation\"", "\"softmax\"", "\"relu\"", "\"sigmoid\"", "\"batch_shape\"", "\"stateful\"",
        "\"return_sequences\"", "\"reset_after\"",
        "\"padding\"", "\"causal\"", "\"same\"", "\"strides\"", "\"dilation_rate\"", "\"kernel_size\"", "\"pool_size\"", "null",
        "true", "false", "[null,4,2]",
        "1e999", "-1", "\\ud800", "TREE", "HEAP", "SNOD", "OHDR", "GCOL", "OCHK", "BTHD",
    ]
}
