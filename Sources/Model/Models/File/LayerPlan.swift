import MotionCore

/// The non-integer facts about layers that both networks share, as the metadata's `layers` holds them.
struct LayerPlan: Codable, Equatable {
    /// Outputs of the convolution; nil without one.
    var convolution: Int?
    /// Units of each LSTM layer.
    var lstm: [Int]
    var dense: [DensePlan]

    struct DensePlan: Codable, Equatable {
        var units: Int
        var rectified: Bool
    }
}

extension LayerPlan {
    init(_ network: FloatNetwork) {
        self.init(
            convolution: network.convolution?.bias.count, lstm: network.lstm.map(\.units),
            dense: network.dense.map { .init(units: $0.bias.count, rectified: $0.rectified) })
    }

    init(_ network: QuantizedNetwork) {
        self.init(
            convolution: network.convolution?.rows, lstm: network.lstm.map { $0.rows / 4 },
            dense: network.dense.map { .init(units: $0.affine.rows, rectified: $0.rectified) })
    }
}
