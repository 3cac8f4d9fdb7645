/// Everything the dense layers keep of 16 sequences: one column of rows of lanes for each supervised step.
final class HeadTrace {
    let matrices: [PaddedMatrix]
    /// For each layer `[questions][padded columns]` its input [x; 1], and at the end the logits `[questions][padded rows]`.
    private let inputs: [FloatVector]
    private let outputs: [FloatVector]

    init(_ matrices: [PaddedMatrix], questions: Int) {
        self.matrices = matrices
        inputs = matrices.map { FloatVector(count: questions * $0.paddedColumns * laneCount) }
        outputs = matrices.map { FloatVector(count: questions * $0.paddedRows * laneCount) }
        for layer in matrices.indices {
            for question in 0..<questions {
                let bias = input(layer, question) + (matrices[layer].columns - 1) * laneCount
                bias.update(repeating: 1, count: laneCount)
            }
        }
    }

    func input(_ layer: Int, _ question: Int) -> UnsafeMutablePointer<Float> {
        inputs[layer].start + question * matrices[layer].paddedColumns * laneCount
    }

    /// On the way forward the layer's outputs before rectification, on the way back their gradient.
    func output(_ layer: Int, _ question: Int) -> UnsafeMutablePointer<Float> {
        outputs[layer].start + question * matrices[layer].paddedRows * laneCount
    }

    func logits(_ question: Int) -> UnsafeMutablePointer<Float> { output(matrices.count - 1, question) }
}
