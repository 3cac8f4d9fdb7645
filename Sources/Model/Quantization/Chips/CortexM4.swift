package import MotionCore

/// Instructions that the kernels of a Cortex-M4 (`smlad`) execute, by the shape alone. Those of the products are counted from their
/// assembly; what a compiler makes of the C around them is taken from the counts of `make cortex-test`, of which this meets all
/// five within 1 %.
package enum CortexM4 {
    /// Instructions of a weight with an input, all that an LSTM layer does included: a step of 6 → 64 has 17,920 and takes 22,050.
    static let perMultiplication = 22_050.0 / 17_920

    /// One step of an LSTM layer's window: W·x, U·h, requantize, advance.
    package static func step(_ layer: QuantizedAffine) -> Int {
        layer.terms.reduce(afterProducts(layer)) { $0 + product($1) }
    }

    /// A matrix times a vector, added to other sums: smlad.c's accumulate.
    static func product(_ matrix: QuantizedMatrix) -> Int {
        var count = 65
        for panel in 0..<matrix.panels {
            let pairs = (min(matrix.panelWidth, matrix.columns - panel * matrix.panelWidth) + 1) / 2
            count += 29
            for first in stride(from: 0, to: matrix.blocks, by: 8) {
                let blocks = min(8, matrix.blocks - first)
                // A group of eight blocks steps to its next lines for nothing, and its loop does more pairs a turn.
                let (perPair, turn) = blocks == 8 ? (13, 16) : (14, 8)
                let turns = (pairs + turn - 2) / turn
                // Each block is eight rows twice.
                count += 57 + blocks * (57 + 2 * perPair * pairs + 4 * turns)
            }
        }
        return count
    }

    static func requantize(_ affine: QuantizedAffine) -> Int {
        27 + 66 * (affine.terms.first?.blocks ?? 0)
    }

    /// What each window in flight does after its products: requantize, and activations of two units at a time.
    static func afterProducts(_ layer: QuantizedAffine) -> Int {
        requantize(layer) + 40 + 123 * ((layer.rows / 4 + 1) / 2)
    }
}
