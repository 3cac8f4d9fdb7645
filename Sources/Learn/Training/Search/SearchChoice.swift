/// What is chosen of a candidate; all else is the same for every one.
package struct SearchChoice: Sendable, Hashable {
    /// Of each LSTM layer.
    package var units: Int
    /// In samples at `rate`.
    package var window: Int
    /// Samples between two windows.
    package var hop: Int
    /// Samples per second.
    package var rate: Double
    package var variation = SearchVariation.usual

    package init(units: Int, window: Int, hop: Int, rate: Double, variation: SearchVariation = .usual) {
        self.units = units
        self.window = window
        self.hop = hop
        self.rate = rate
        self.variation = variation
    }
}
