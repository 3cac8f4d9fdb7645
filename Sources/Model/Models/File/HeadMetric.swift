/// How strangers' windows of the same label vary, turned round and in integers: what sets a row of the last layer by examples, on
/// the host as on a device (ARITHMETIC.md §16). Made once, when a network is first taught, and the same ever after.
public struct HeadMetric: Sendable, Equatable {
    /// `[units]`, Q15: where strangers' windows lie on the whole.
    public let centre: [Int16]
    /// `[units][units]`, symmetric.
    public let matrix: [Int16]
    /// The matrix' fraction bits, and 15, less those of the layer's weights: 1 … 46.
    public let rowShift: Int
    /// The layer's, 0 … 14: a larger one, and a label without examples might be named.
    public let outputShift: Int

    public init(centre: [Int16], matrix: [Int16], rowShift: Int, outputShift: Int) {
        self.centre = centre
        self.matrix = matrix
        self.rowShift = rowShift
        self.outputShift = outputShift
    }

    /// The most units of a layer that a device can teach.
    public static let mostUnits = 256

    /// What no model with so many units may hold: the end of a sentence about the model.
    func fault(units: Int) -> String? {
        guard (1...Self.mostUnits).contains(units), centre.count == units, matrix.count == units * units else {
            return "remembers a metric of another network than it holds"
        }
        guard (1...46).contains(rowShift), (0...14).contains(outputShift) else {
            return "remembers a metric with a shift that is outside its range"
        }
        let isSymmetric = (0..<units).allSatisfy { row in
            (0..<row).allSatisfy { matrix[row * units + $0] == matrix[$0 * units + row] }
        }
        return isSymmetric ? nil : "remembers a metric that is not symmetric"
    }
}
