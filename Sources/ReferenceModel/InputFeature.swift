/// One input feature: which physical quantity it is, and the affine map from that quantity to what the network eats.
public struct InputFeature: Sendable, Equatable {
    /// Column name in a recording: `ax ay az` (g), `gx gy gz` (rad/s).
    public var name: String
    /// The network reads `(x − offset) · scale`.
    public var offset: Float
    public var scale: Float

    public init(name: String, offset: Float = 0, scale: Float = 1) {
        self.name = name
        self.offset = offset
        self.scale = scale
    }

    /// What the quantity is measured in; its value is how model files write it.
    public enum Unit: String, Sendable {
        /// Of acceleration: standard gravity.
        case gravity = "g"
        /// Of rotation.
        case radiansPerSecond = "rad/s"
    }

    /// What `offset` and the recorded values are measured in. The name alone decides it, as it does in recordings: `g…` is rotation, all else
    /// acceleration.
    public var unit: Unit { name.hasPrefix("g") ? .radiansPerSecond : .gravity }
}

extension InputFeature {
    /// A physical value as the integer network reads it: `round((x − offset) · scale · 2^fractionBits)`, ties away from zero, saturated. What
    /// is no number gives 32767.
    ///
    /// - Parameter fractionBits: of the network's inputs, 0 … 15.
    public func quantized(_ value: Double, fractionBits: Int) -> Int16 {
        let steps = normalised(value) * Double(1 << fractionBits)
        return Int16(max(-32768, min(32767, steps.rounded())))
    }

    /// A physical value as the float network reads it: `(x − offset) · scale`.
    public func normalised(_ value: Double) -> Double { (value - Double(offset)) * Double(scale) }
}

extension [InputFeature] {
    /// One sample in physical units → what the network eats: `(x − offset) · scale`, one value per feature.
    public func normalised(_ sample: [Double]) -> [Double] {
        zip(sample, self).map { $1.normalised($0) }
    }
}
