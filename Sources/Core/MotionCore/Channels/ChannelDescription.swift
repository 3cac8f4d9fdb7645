/// One channel: physical value = count · scale + offset, in its unit.
public struct ChannelDescription: Sendable, Equatable {
    /// A `ChannelKind` code, or one that this version does not know.
    public var kind: UInt8
    /// Of the physical value.
    public var unit: ChannelUnit
    /// Units per count; finite, and not 0.
    public var scale: Float
    /// The physical value at count 0, in the unit; finite.
    public var offset: Float
    /// Largest value that the sensor tells from a larger one, in the unit; 0 if unknown.
    public var fullScale: Float

    @_noAllocation
    public init(kind: UInt8, unit: ChannelUnit, scale: Float, offset: Float, fullScale: Float) {
        self.kind = kind
        self.unit = unit
        self.scale = scale
        self.offset = offset
        self.fullScale = fullScale
    }

    /// Marked by hand: what the compiler derives for `==` may not be called where nothing may be allocated.
    @_noAllocation
    func isSame(as other: ChannelDescription) -> Bool {
        kind == other.kind && unit.code == other.unit.code && scale == other.scale && offset == other.offset
            && fullScale == other.fullScale
    }
}
