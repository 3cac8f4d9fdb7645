/// How a figure differs from person to person.
public struct Spread: Sendable, Equatable {
    /// Those who have the figure.
    public let count: Int
    public let mean: Double
    /// Of those people as a sample of all, with n − 1; nil of one person.
    public let standardDeviation: Double?
    public let least: Double
    public let most: Double

    /// Nil if nobody has the figure.
    public init?(_ values: [Double]) {
        guard let least = values.min(), let most = values.max() else { return nil }
        (self.least, self.most, count) = (least, most, values.count)
        let mean = values.reduce(0, +) / Double(values.count)
        self.mean = mean
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        standardDeviation = values.count > 1 ? (squares / Double(values.count - 1)).squareRoot() : nil
    }
}
