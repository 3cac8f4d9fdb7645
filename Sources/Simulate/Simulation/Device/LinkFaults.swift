/// What goes wrong on the cable from the device to the host. All off by default.
public struct LinkFaults: Sendable {
    /// Fraction of bytes that arrive with some of their bits inverted, 0 … 1.
    public var damagedFraction = 0.0
    /// Fraction of bytes that do not arrive, 0 … 1.
    public var droppedFraction = 0.0
    /// Fraction of bytes in front of which a random byte arrives, 0 … 1.
    public var insertedFraction = 0.0
    /// Seconds, on average, between two pauses in which no byte leaves, above 0; nil for no pauses.
    public var secondsBetweenPauses: Double?
    /// Seconds that a pause lasts.
    public var pauseSeconds = 0.5

    public init() {}
}
