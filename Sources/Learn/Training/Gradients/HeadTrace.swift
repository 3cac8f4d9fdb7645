/// Everything the dense layers keep of 16 sequences: one column of rows of lanes for each supervised step.
final class HeadTrace {
    let matrices: [PaddedMatrix]
    /// For each layer `[supervised steps][padded columns]` its input [x; 1], and at the end the logits `[supervised steps][padded
    /// rows]`. What follows takes a supervised step by its position among them.
    private let inputs: [FloatVector]
    private let outputs: [FloatVector]

    init(_ matrices: [PaddedMatrix], supervisedSteps: Int) {
        self.matrices = matrices
        inputs = matrices.map { FloatVector(count: supervisedSteps * $0.paddedColumns * laneCount) }
        outputs = matrices.map { FloatVector(count: supervisedSteps * $0.paddedRows * laneCount) }
        for layer in matrices.indices {
            for position in 0..<supervisedSteps {
                let bias = input(layer, position) + (matrices[layer].columns - 1) * laneCount
                bias.update(repeating: 1, count: laneCount)
            }
        }
    }

    func input(_ layer: Int, _ position: Int) -> UnsafeMutablePointer<Float> {
        inputs[layer].start + position * matrices[layer].paddedColumns * laneCount
    }

    /// On the way forward the layer's outputs before rectification, on the way back their gradient.
    func output(_ layer: Int, _ position: Int) -> UnsafeMutablePointer<Float> {
        outputs[layer].start + position * matrices[layer].paddedRows * laneCount
    }

    func logits(_ position: Int) -> UnsafeMutablePointer<Float> { output(matrices.count - 1, position) }
}
