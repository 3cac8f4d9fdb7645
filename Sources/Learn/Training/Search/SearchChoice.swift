/// What a search chooses of a network; everything else is the same for every candidate.
public struct SearchChoice: Sendable, Hashable {
    /// Units of each LSTM layer.
    public var units: Int
    /// The window's length in samples at `rate`.
    public var window: Int
    /// Samples between two windows.
    public var hop: Int
    /// Samples per second.
    public var rate: Double
    /// How much the training windows are varied.
    public var variation = SearchVariation.usual

    /// - Parameters:
    ///   - units: of each LSTM layer.
    ///   - window: samples at `rate`.
    ///   - hop: samples between two windows.
    ///   - rate: samples per second.
    ///   - variation: how much the training windows are varied.
    public init(units: Int, window: Int, hop: Int, rate: Double, variation: SearchVariation = .usual) {
        self.units = units
        self.window = window
        self.hop = hop
        self.rate = rate
        self.variation = variation
    }
}
