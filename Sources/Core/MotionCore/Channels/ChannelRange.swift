/// From where to where a channel goes with a person, in its unit.
public struct ChannelRange: Sendable, Equatable {
    /// The lower end, finite.
    public let low: Double
    /// Above `low`.
    public let high: Double

    /// - Parameters:
    ///   - low: finite.
    ///   - high: finite and above `low`.
    public init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// From the lower end to the upper one; above 0.
    public var span: Double { high - low }

    /// A value normalised by the range (min–max): 0 at its lower end, 1 at its upper end, less or more beyond.
    public func normalised(_ value: Double) -> Double { (value - low) / span }

    /// Where this is what is usual with people, the range that one of them is brought by: the own one, if it is a quarter of what
    /// is usual or more. A channel that moves less is broken, or was not moved through its range.
    public func range(for own: ChannelRange?) -> ChannelRange {
        guard let own, own.span >= span / 4 else { return self }
        return own
    }
}
