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

extension [InputFeature] {
    /// One sample in physical units → what the network eats: `(x − offset) · scale`, one value per feature.
    public func normalised(_ sample: [Double]) -> [Double] {
        zip(sample, self).map { value, feature in (value - Double(feature.offset)) * Double(feature.scale) }
    }
}
