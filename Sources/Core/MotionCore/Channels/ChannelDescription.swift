/// One channel: physical value = count · scale + offset, in its unit.
public struct ChannelDescription: Sendable {
    /// A `ChannelKind` code, or one that this version does not know; 0: no motion.
    public var kind: UInt8
    /// Of the physical value.
    public var unit: ChannelUnit
    /// Units per count; finite, and not 0.
    public var scale: Float
    /// The physical value at count 0, in the unit; finite.
    public var offset: Float
    /// Largest value that the sensor tells from a larger one, in the unit; 0 if unknown.
    public var fullScale: Float
    /// What a channel with a name tells besides.
    public var text = ChannelText()

    /// A channel of a motion sensor, without a name.
    @_noAllocation
    public init(kind: UInt8, unit: ChannelUnit, scale: Float, offset: Float, fullScale: Float) {
        self.kind = kind
        self.unit = unit
        self.scale = scale
        self.offset = offset
        self.fullScale = fullScale
    }

    /// Whether the counts mean the same. Marked by hand, as in `ShortText`.
    @_noAllocation
    public func isSame(as other: ChannelDescription) -> Bool {
        kind == other.kind && unit.code == other.unit.code && scale == other.scale && offset == other.offset
            && fullScale == other.fullScale && text.isSame(as: other.text)
    }
}
