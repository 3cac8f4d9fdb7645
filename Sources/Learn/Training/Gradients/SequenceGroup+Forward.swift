import CFloatKernels

extension SequenceGroup {
    /// Samples → gate values, cells, hidden states of every step → logits at every supervised step.
    package func forward(_ packed: PackedParameters) {
        for layer in layers.indices {
            if layer > 0 { passUp(from: layer - 1) }
            forward(layer, packed.forward[layer])
        }
        forwardHead(packed)
    }

    /// gates = W · [x; h; 1]; then the LSTM cell.
    private func forward(_ index: Int, _ weights: FloatVector) {
        let layer = layers[index]
        for step in 0..<steps {
            kernels.c.affine(
                layer.gates(step), weights.start, layer.matrix.paddedRows, layer.matrix.columns, layer.joined(step))
            kernels.c.lstm_forward(
                layer.gates(step), layer.cell(before: step), layer.cell(before: step + 1), layer.cellTanh(step),
                layer.hidden(before: step + 1), layer.units)
        }
    }

    /// A layer's hidden states become the next layer's inputs.
    private func passUp(from index: Int) {
        for step in 0..<steps {
            copyMasked(from: index, hiddenAfter: step, to: layers[index + 1].joined(step))
        }
    }

    private func copyMasked(from index: Int, hiddenAfter step: Int, to destination: UnsafeMutablePointer<Float>) {
        let source = layers[index].hidden(before: step + 1)
        let mask = masks[index].start
        for element in 0..<layers[index].units * laneCount { destination[element] = source[element] * mask[element] }
    }

    private func forwardHead(_ packed: PackedParameters) {
        for (position, step) in supervisedSteps.enumerated() {
            if !layers.isEmpty { copyMasked(from: layers.count - 1, hiddenAfter: step, to: head.input(0, position)) }
            for (index, matrix) in head.matrices.enumerated() {
                let output = head.output(index, position)
                kernels.c.affine(
                    output, packed.forward(head: index).start, matrix.paddedRows, matrix.columns, head.input(index, position))
                guard index + 1 < head.matrices.count else { continue }
                let next = head.input(index + 1, position)
                for element in 0..<matrix.rows * laneCount { next[element] = max(0, output[element]) }
                if index == 0, layers.isEmpty { multiply(next, by: masks[0]) }
            }
        }
    }

    /// Leaves units of the convolution out.
    func multiply(_ units: UnsafeMutablePointer<Float>, by mask: FloatVector) {
        for element in 0..<mask.count { units[element] *= mask[element] }
    }
}
