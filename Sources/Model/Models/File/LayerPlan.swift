public import MotionCore

/// The non-integer facts about layers that both networks share, as the metadata's `layers` holds them.
struct LayerPlan: Codable, Equatable {
    /// Outputs of the convolution; nil without one.
    var convolution: Int?
    /// nil without front layers.
    var front: [FrontPlan]?
    /// Units of each LSTM layer.
    var lstm: [Int]
    /// Of each of them; nil if all are LSTM layers.
    var cells: [RecurrentCell]?
    var dense: [DensePlan]

    struct DensePlan: Codable, Equatable {
        var units: Int
        var rectified: Bool
    }

    /// A layer that samples pass before the LSTM.
    struct FrontPlan: Codable, Equatable {
        var kind: FrontKind
        var taps: Int
        var stride: Int
        /// Of a convolution, all of them.
        var units: Int?
        var dilation: Int?
        var causal: Bool?
        var rectified: Bool?
    }
}

extension LayerPlan {
    init(_ network: FloatNetwork) {
        self.init(
            convolution: network.convolution?.bias.count, front: Self.plans(network.front.map(FrontPlan.init)),
            lstm: network.lstm.map(\.units),
            cells: Self.cells(network.lstm.map(\.cell)),
            dense: network.dense.map { .init(units: $0.bias.count, rectified: $0.rectified) })
    }

    init(_ network: QuantizedNetwork) {
        self.init(
            convolution: network.convolution?.rows, front: Self.plans(network.front.map(FrontPlan.init)),
            lstm: network.lstm.map { $0.rows / 4 },
            cells: Self.cells(network.lstm.map(\.cell)),
            dense: network.dense.map { .init(units: $0.affine.rows, rectified: $0.rectified) })
    }
}

extension FrontKind: Codable {}
extension RecurrentCell: Codable {}

extension LayerPlan {
    private static func cells(_ cells: [RecurrentCell]) -> [RecurrentCell]? { cells.contains(.gru) ? cells : nil }

    /// The cell of a recurrent layer.
    func cell(_ index: Int) -> RecurrentCell { cells?[index] ?? .lstm }

    private static func plans(_ plans: [FrontPlan]) -> [FrontPlan]? { plans.isEmpty ? nil : plans }
}

extension LayerPlan.FrontPlan {
    init(_ layer: FrontLayer) {
        self.init(layer.operation.kind, layer.field, map: layer.operation.map.map { ($0.bias.count, $0.rectified) })
    }

    init(_ layer: QuantizedFrontLayer) {
        self.init(layer.operation.kind, layer.field, map: layer.operation.map.map { ($0.affine.rows, $0.rectified) })
    }

    private init(_ kind: FrontKind, _ field: SampleField, map: (units: Int, rectified: Bool)?) {
        self.init(kind: kind, taps: field.taps, stride: field.stride, units: map?.units)
        guard let map else { return }
        (dilation, causal, rectified) = (field.dilation, field.isCausal, map.rectified)
    }

    /// Which inputs it reads.
    var field: SampleField {
        SampleField(taps: taps, stride: stride, dilation: dilation ?? 1, isCausal: causal ?? false)
    }

    /// Outputs for inputs of so many numbers.
    func rows(of columns: Int) -> Int { units ?? columns }

    /// Whether it says all that its kind needs, within what any layer may have.
    var isSound: Bool {
        guard field.isValid else { return false }
        let own: [Any?] = [units, dilation, causal, rectified]
        switch kind {
        case .convolution: return own.allSatisfy { $0 != nil }
        case .maximum, .average: return own.allSatisfy { $0 == nil } && taps <= NetworkLimits.pooledTaps
        }
    }
}
