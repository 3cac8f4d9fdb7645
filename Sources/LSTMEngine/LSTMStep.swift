import FixedPoint

extension PackedNetwork {
    /// One step of all stacked LSTM layers (ARITHMETIC.md §5).
    ///
    /// - Parameters:
    ///   - state: read and replaced.
    ///   - workspace: holds the first layer's projection of x.
    @_noAllocation
    func step(state: StateMemory, workspace: Workspace) {
        var hidden = state.hidden
        var cell = state.cell
        var layer = 0
        while layer < shape.lstmLayers {
            let affine = lstm[layer]
            let units = affine.rows / 4
            if layer == 0 {
                affine.copy(workspace.projection, to: workspace.accumulators)
            } else {
                affine.begin(workspace.accumulators)
                affine.terms.0.accumulate(hidden - roundedUp(lstm[layer - 1].rows / 4, to: 2), into: workspace.accumulators)
            }
            affine.terms.1?.accumulate(hidden, into: workspace.accumulators)
            affine.finish(workspace.accumulators, rectified: false, into: workspace.front)
            advance(units: units, gates: workspace.front, hidden: hidden, cell: cell)
            hidden += roundedUp(units, to: 2)
            cell += units
            layer += 1
        }
    }

    /// Gate arguments i, f, o, g of `units` each → new cell and hidden state.
    @_noAllocation
    @inline(__always)
    private func advance(
        units: Int, gates: UnsafePointer<Int16>, hidden: UnsafeMutablePointer<Int16>, cell: UnsafeMutablePointer<Int32>
    ) {
        for unit in 0..<units {
            let input = sigmoid(gates[unit])
            let forget = sigmoid(gates[units &+ unit])
            let output = sigmoid(gates[2 &* units &+ unit])
            let candidate = TanhTable.tanh(gates[3 &* units &+ unit], chords: chords)
            let kept = (Int64(forget) &* Int64(cell[unit]) &+ 0x4000) >> 15
            let new = Int32(truncatingIfNeeded: kept) &+ Int32(multiplyQ15(input, candidate))
            cell[unit] = new
            let argument = saturateToInt16((new &+ 4) >> 3)
            hidden[unit] = multiplyQ15(output, TanhTable.tanh(argument, chords: chords))
        }
    }

    @_noAllocation
    @inline(__always)
    private func sigmoid(_ argument: Int16) -> Int16 {
        16384 &+ TanhTable.tanh(argument, chords: chords) >> 1
    }

    /// The hidden state of the last LSTM layer.
    @_noAllocation
    func lastHidden(of state: StateMemory) -> UnsafePointer<Int16> {
        let units = lstm[shape.lstmLayers - 1].rows / 4
        return UnsafePointer(state.hidden + (state.hiddenCount - roundedUp(units, to: 2)))
    }

    /// Dense layers and softmax on the last layer's hidden state (ARITHMETIC.md §6), into the workspace's scores.
    @_noAllocation
    func classify(state: StateMemory, workspace: Workspace) {
        var input = lastHidden(of: state)
        var output = workspace.front
        var spare = workspace.back
        var index = 0
        while index < shape.denseLayers {
            let layer = dense[index]
            layer.affine.begin(workspace.accumulators)
            layer.affine.terms.0.accumulate(input, into: workspace.accumulators)
            if index == shape.denseLayers - 1 {
                layer.affine.finishWide(workspace.accumulators, into: workspace.logits)
            } else {
                layer.affine.finish(workspace.accumulators, rectified: layer.rectified, into: output)
                input = UnsafePointer(output)
                swap(&output, &spare)
            }
            index += 1
        }
        softmax(workspace.logits, count: shape.labels, exponentials: workspace.exponentials, into: workspace.scores)
    }
}

/// Probabilities in Q15 from logits in Q12 (ARITHMETIC.md §6). They add up to 32768 within half a step a label.
@_noAllocation
func softmax(
    _ logits: UnsafePointer<Int32>, count: Int, exponentials: UnsafeMutablePointer<UInt32>,
    into probabilities: UnsafeMutablePointer<Int16>
) {
    var largest = logits[0]
    for label in 1..<max(count, 1) { largest = max(largest, logits[label]) }
    var sum: UInt32 = 0
    for label in 0..<count {
        let difference = UInt32(bitPattern: largest &- logits[label])
        exponentials[label] = ExponentialTable.exponential(ofNegated: difference)
        sum += exponentials[label]
    }
    for label in 0..<count {
        let quotient = (exponentials[label] * 32768 + sum / 2) / sum
        probabilities[label] = Int16(min(quotient, 32767))
    }
}
