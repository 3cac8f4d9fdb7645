public import ReferenceModel

/// Physical values → the network's integer inputs, rounded to nearest and saturated.
public struct InputQuantizer: Sendable {
    private let features: [InputFeature]
    private let scale: Double

    /// - Parameter fractionBits: of the network's inputs.
    public init(features: [InputFeature], fractionBits: Int) {
        self.features = features
        scale = Double(sign: .plus, exponent: fractionBits, significand: 1)
    }

    /// One sample: `round((x − offset) · scale · 2^fractionBits)` for each feature.
    public func inputs(_ sample: [Double]) -> [Int16] {
        features.normalised(sample).map { Int16(max(-32768, min(32767, ($0 * scale).rounded()))) }
    }
}
