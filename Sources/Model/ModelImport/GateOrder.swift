/// How another tool stacks the gates of an LSTM layer, input, forget, output and candidate; `LSTMLayer` stacks them as i, f, o, g.
enum GateOrder {
    /// Keras, TensorFlow Lite and PyTorch.
    case ifgo
    /// ONNX, which calls the candidate c.
    case iofg

    /// Where i, f, o and g stand in this order; and, because each order is its own inverse, where this order's gates stand in ours.
    var places: [Int] {
        switch self {
        case .ifgo: [0, 1, 3, 2]
        case .iofg: [0, 2, 1, 3]
        }
    }

    /// Rows of four gates, from this order into `LSTMLayer`'s, or back.
    func exchanged(_ values: [Float]) -> [Float] {
        let gate = values.count / 4
        return places.flatMap { values[$0 * gate..<($0 + 1) * gate] }
    }
}
