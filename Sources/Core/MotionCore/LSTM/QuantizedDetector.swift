/// Tells what is unlike all that was learned, in integers, as a model file holds it (ARITHMETIC.md §15): the last LSTM layer's
/// hidden state at a window's end is projected onto a few numbers, and a window is unknown if they lie far from all prototypes of
/// its label.
public struct QuantizedDetector: Sendable, Equatable {
    /// Of the last LSTM layer's hidden state (Q15): 1 … `mostRows` rows, one term; results saturate to int16.
    public var projection: QuantizedAffine
    /// `[labels][perLabel][rows]`, each −`largest` … `largest`.
    public var prototypes: [Int16]
    /// `[labels]`: the largest squared distance at which a window is not unknown.
    public var limits: [UInt32]

    /// Numbers that a hidden state is projected onto, and prototypes of a label, at most.
    public static let mostRows = 16
    /// Prototypes of a label, at most.
    public static let mostPrototypes = 16
    /// Largest magnitude of a prototype's number; the projection is cut to it. 16 · (2 · 8191)² is below 2³², so that squared
    /// distances need no more than 32 bits.
    public static let largest: Int16 = 8191

    /// A detector of these numbers; `NetworkWeights` checks their shapes.
    public init(projection: QuantizedAffine, prototypes: [Int16], limits: [UInt32]) {
        self.projection = projection
        self.prototypes = prototypes
        self.limits = limits
    }

    /// Prototypes of each label; 0 of what does not fit together.
    public var perLabel: Int {
        let numbers = limits.count * projection.rows
        return numbers > 0 && prototypes.count % numbers == 0 ? prototypes.count / numbers : 0
    }
}

extension QuantizedDetector {
    /// The squared distance of a hidden state from the nearest prototype of a label, in the plainest words.
    ///
    /// - Parameters:
    ///   - hidden: of the last LSTM layer, Q15, as many numbers as the projection has columns.
    ///   - label: one that there are prototypes of.
    package func distance(of hidden: [Int16], from label: Int) -> UInt32 {
        let most = Int64(Self.largest)
        let place = projection.outputs(of: [hidden]).map { min(most, max(-most, Int64($0))) }
        let distances = (0..<perLabel).map { index in
            let first = (label * perLabel + index) * place.count
            return place.indices.reduce(Int64(0)) { sum, row in
                let difference = place[row] - Int64(prototypes[first + row])
                return sum + difference * difference
            }
        }
        return UInt32(distances.min() ?? 0)
    }
}
