extension SafetensorsFile {
    /// Whether this is a model of this package.
    package var isModel: Bool { metadata["format"] == "motionq15" }

    /// Whether the tensors have the names that PyTorch gives an LSTM's weights.
    package var isPyTorchStateDict: Bool {
        !isModel && tensors.keys.contains { $0.split(separator: ".").last?.hasPrefix("weight_ih_l") == true }
    }
}
