import CFloatKernels

/// Backpropagation through time (Werbos 1990), full length; without LSTM layers through the head alone.
extension SequenceGroup {
    /// From the logits' gradients, which `scoreAndDifferentiate` left, to `gradient`.
    package func backward(_ packed: PackedParameters) {
        gradient.fill(0)
        layers.last?.incoming.fill(0)
        backwardHead(packed)
        for layer in layers.indices.reversed() { backward(layer, packed.transposed[layer]) }
    }

    private func backwardHead(_ packed: PackedParameters) {
        for index in head.matrices.indices.reversed() {
            let matrix = head.matrices[index]
            for position in supervisedSteps.indices {
                kernels.c.transpose(
                    transposed.start + position * matrix.paddedColumns * laneCount, head.input(index, position),
                    matrix.paddedColumns)
            }
            kernels.c.outer(
                gradient.start + matrix.offset, head.output(index, 0), transposed.start, matrix.paddedRows,
                matrix.paddedColumns, supervisedSteps.count)
            // What the window itself should be is nobody's question.
            if index == 0, layers.isEmpty { return }
            for (position, step) in supervisedSteps.enumerated() {
                kernels.c.affine(
                    deltaJoined.start, packed.transposed(head: index).start, matrix.paddedColumns, matrix.rows,
                    head.output(index, position))
                if index > 0 {
                    passThroughRectifier(to: index - 1, position)
                } else {
                    addMasked(deltaJoined.start, to: layers.count - 1, step: step)
                }
            }
        }
    }

    private func passThroughRectifier(to index: Int, _ position: Int) {
        let output = head.output(index, position)
        for element in 0..<head.matrices[index].rows * laneCount {
            output[element] = output[element] > 0 ? deltaJoined[element] : 0
        }
        if index == 0, layers.isEmpty { multiply(output, by: masks[0]) }
    }

    /// Adds the gradient of what left a layer upwards at one step.
    private func addMasked(_ delta: UnsafeMutablePointer<Float>, to index: Int, step: Int) {
        let incoming = layers[index].incoming(step)
        let mask = masks[index].start
        for element in 0..<layers[index].units * laneCount { incoming[element] += delta[element] * mask[element] }
    }

    private func backward(_ index: Int, _ weights: FloatVector) {
        let layer = layers[index]
        let matrix = layer.matrix
        let elements = layer.units * laneCount
        if index > 0 { layers[index - 1].incoming.fill(0) }
        deltaCell.fill(0)
        deltaJoined.fill(0)
        for step in stride(from: steps - 1, through: 0, by: -1) {
            let incoming = layer.incoming(step)
            let recurrent = deltaJoined.start + layer.inputs * laneCount
            let isLast = step == steps - 1
            for element in 0..<elements {
                deltaHidden[element] = incoming[element] + (isLast ? 0 : recurrent[element])
            }
            kernels.c.lstm_backward(
                layer.gates(step), layer.cell(before: step), layer.cellTanh(step), deltaHidden.start, deltaCell.start,
                layer.units)
            kernels.c.affine(deltaJoined.start, weights.start, matrix.paddedColumns, matrix.rows, layer.gates(step))
            if index > 0 { addMasked(deltaJoined.start, to: index - 1, step: step) }
        }
        addWeightGradient(layer)
    }

    /// Σ over steps and sequences of gate gradient ⊗ [x; h; 1], a few steps at a time, so that they stay in the nearest cache.
    private func addWeightGradient(_ layer: LayerTrace) {
        let matrix = layer.matrix
        for first in stride(from: 0, to: steps, by: Self.chunk) {
            let count = min(Self.chunk, steps - first)
            for step in 0..<count {
                kernels.c.transpose(
                    transposed.start + step * matrix.paddedColumns * laneCount, layer.joined(first + step),
                    matrix.paddedColumns)
            }
            kernels.c.outer(
                gradient.start + matrix.offset, layer.gates(first), transposed.start, matrix.paddedRows, matrix.paddedColumns,
                count)
        }
    }
}
