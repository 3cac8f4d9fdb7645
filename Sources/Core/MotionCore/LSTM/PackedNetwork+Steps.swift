import CMotionCore

extension PackedNetwork {
    /// Moves windows in flight on by one step, all of them through one load of the weights (ARITHMETIC.md §5).
    ///
    /// - Parameters:
    ///   - slots: the ring; the states of those that are moved are read and replaced.
    ///   - count: how many windows to move: those whose slots `workspace.moving` names.
    ///   - fronts: with front layers, of each slot, what they gave.
    ///   - backwards: reads the weights from their end. Calls that alternate find in the cache what the last one read.
    ///   - workspace: without front layers `projection` holds the first layer's bias + W·x; `batch` is at least `count`.
    @_noAllocation
    func step(
        _ slots: UnsafeMutablePointer<WindowSlot>, count: Int, backwards: Bool, fronts: UnsafeMutablePointer<FrontMemory>?,
        workspace: Workspace
    ) {
        guard let lstm else { return }
        let moving = workspace.moving
        var hiddenOffset = 0
        var below = 0
        var cellOffset = 0
        for layer in 0..<shape.lstmLayers {
            let affine = lstm[layer]
            let units = affine.rows / 4
            if layer == 0, fronts == nil {
                for index in 0..<count { workspace.starts[index] = workspace.projection }
            } else {
                for index in 0..<count {
                    let slot = moving[index]
                    let output = layer == 0 ? fronts?[slot].output : nil
                    workspace.inputs[index] = UnsafePointer(output ?? slots[slot].state.hidden + below)
                    workspace.starts[index] = affine.start
                }
                accumulate(affine.input, from: workspace.starts, into: workspace.sums, count: count, backwards, workspace)
                for index in 0..<count { workspace.starts[index] = workspace.sums[index] }
            }
            for index in 0..<count {
                workspace.inputs[index] = UnsafePointer(slots[moving[index]].state.hidden + hiddenOffset)
            }
            accumulate(recurrent(affine), from: workspace.starts, into: workspace.sums, count: count, backwards, workspace)
            for index in 0..<count {
                let state = slots[moving[index]].state
                advance(
                    lstm + layer, sums: workspace.sums[index], cell: state.cell + cellOffset, hidden: state.hidden + hiddenOffset,
                    workspace)
            }
            below = hiddenOffset
            hiddenOffset += roundedUp(units, to: 2)
            cellOffset += units
        }
    }

    /// Runs one sequence over `count` vectors that `workspace.inputs` points to, layer by layer: W·x of all of them goes through
    /// one load of the weights, then each step adds U·h.
    ///
    /// - Parameter fromZero: whether the state is zero, so that the first step has no U·h to add.
    @_noAllocation
    func run(_ state: StateMemory, fromZero: Bool, count: Int, workspace: Workspace) {
        guard let lstm else { return }
        var hidden = state.hidden
        var cell = state.cell
        for layer in 0..<shape.lstmLayers {
            let affine = lstm[layer]
            let units = affine.rows / 4
            for time in 0..<count { workspace.starts[time] = affine.start }
            accumulate(affine.input, from: workspace.starts, into: workspace.sums, count: count, false, workspace)
            let matrix = recurrent(affine)
            let panels = matrix.pointee.panels
            var before = UnsafePointer(hidden)
            for time in 0..<count {
                let after = workspace.sequence + time * workspace.sequenceStride
                if time > 0 || !fromZero {
                    add(matrix, panels: 0..<panels, of: before, to: workspace.sums[time], backwards: time & 1 == 1)
                }
                advance(lstm + layer, sums: workspace.sums[time], cell: cell, hidden: after, workspace)
                before = UnsafePointer(after)
            }
            UnsafeMutableRawPointer(hidden).copyMemory(from: before, byteCount: units * 2)
            for time in 0..<count { workspace.inputs[time] = UnsafePointer(workspace.sequence + time * workspace.sequenceStride) }
            hidden += roundedUp(units, to: 2)
            cell += units
        }
    }

    /// The first LSTM layer's bias + W·x of the workspace's sample, which all slots share.
    @_noAllocation
    func project(workspace: Workspace) {
        guard let lstm else { return }
        affine(lstm[0], of: workspace.samples, into: workspace.projection)
    }

    /// Starts a window in a slot: a `reset` network forgets, a convolution begins its sums.
    @_noAllocation
    func begin(_ slot: WindowSlot, carriesState: Bool) {
        if !carriesState { slot.state.reset() }
        convolution?.pointee.begin(slot.sums)
    }

    /// Adds the workspace's sample to the convolution of every window in flight: each is at another panel.
    @_noAllocation
    func absorb(_ slots: UnsafeMutablePointer<WindowSlot>, in flight: WindowsInFlight, workspace: Workspace) {
        guard let convolution else { return }
        var panel = flight.oldestAge
        for index in 0..<flight.count {
            let sums = slots[flight.slot(index)].sums
            add(convolution.pointee.input, panels: panel..<panel + 1, of: workspace.samples, to: sums, backwards: false)
            panel -= shape.schedule.hop
        }
    }

    /// The one step that a window takes after a convolution whose sums are complete. Its outputs stay in `back`, where a network
    /// without an LSTM classifies them.
    @_noAllocation
    func finishConvolution(_ sums: UnsafePointer<Int32>, state: StateMemory, fromZero: Bool, workspace: Workspace) {
        guard let convolution else { return }
        requantize(convolution.pointee, sums, rectified: true, into: workspace.back)
        workspace.inputs[0] = UnsafePointer(workspace.back)
        run(state, fromZero: fromZero, count: 1, workspace: workspace)
    }

    /// Dense layers and softmax on the last layer's hidden state, or where there is no LSTM on the outputs of the convolution that
    /// was just finished, or of front layers, in `back` (ARITHMETIC.md §6), into the workspace's scores.
    @_noAllocation
    func classify(state: StateMemory, workspace: Workspace) {
        var input = lastHidden(of: state) ?? UnsafePointer(workspace.back)
        var output = workspace.front
        var spare = workspace.back
        for index in 0..<shape.denseLayers {
            let layer = dense[index]
            affine(layer.affine, of: input, into: workspace.single)
            if index == shape.denseLayers - 1 {
                finishWide(layer.affine, workspace.single, into: workspace.logits)
            } else {
                requantize(layer.affine, workspace.single, rectified: layer.rectified, into: output)
                input = UnsafePointer(output)
                swap(&output, &spare)
            }
        }
        softmax(workspace.logits, count: shape.labels, exponentials: workspace.exponentials, into: workspace.scores)
    }

    /// Whether a window that was just classified is unlike all that was learned (ARITHMETIC.md §15); false without a detector.
    ///
    /// - Parameters:
    ///   - label: what it was taken for.
    ///   - state: that at its end.
    // Apart, so that a sample that ends no window pays nothing for it.
    @inline(never) @_noAllocation
    func isUnknown(_ label: Int, state: StateMemory, workspace: Workspace) -> Bool {
        guard let detector, let hidden = lastHidden(of: state) else { return false }
        let projection = detector.pointee.projection
        affine(projection, of: hidden, into: workspace.single)
        // No dense layer reads it any more.
        requantize(projection, workspace.single, rectified: false, into: workspace.front)
        return mq_detector_is_far(detector, workspace.front, label)
    }

    /// The matrix of an LSTM layer's hidden state.
    @_noAllocation
    private func recurrent(_ affine: mq_affine) -> UnsafePointer<mq_matrix> {
        guard let matrix = affine.recurrent else { preconditionFailure("an LSTM layer has two terms") }
        return matrix
    }

    /// The hidden state of the last LSTM layer; nil without one.
    @_noAllocation
    func lastHidden(of state: StateMemory) -> UnsafePointer<Int16>? {
        guard let lstm, shape.lstmLayers > 0 else { return nil }
        let units = lstm[shape.lstmLayers - 1].rows / 4
        return UnsafePointer(state.hidden + (state.hiddenCount - roundedUp(units, to: 2)))
    }

    /// Sums of gate arguments → new cell and hidden state of one layer.
    @_noAllocation
    private func advance(
        _ layer: UnsafePointer<mq_affine>, sums: UnsafePointer<Int32>, cell: UnsafeMutablePointer<Int32>,
        hidden: UnsafeMutablePointer<Int16>, _ workspace: Workspace
    ) {
        mq_requantize(kernels, sums, layer.pointee.output_shifts, layer.pointee.blocks, .min, workspace.front)
        mq_advance(kernels, layer, workspace.front, tanh, cell, hidden)
    }
}

// MARK: What a kernel does

extension PackedNetwork {
    /// sums = bias + the first term's matrix · x
    @_noAllocation
    func affine(_ affine: mq_affine, of x: UnsafePointer<Int16>, into sums: UnsafeMutablePointer<Int32>) {
        var input = x
        var start = affine.start
        var sums = sums
        mq_accumulate(kernels, affine.input, 0, affine.input.pointee.panels, &input, &start, &sums, 1, false)
    }

    /// sums += some panels of a matrix · x, which begins with the first of them
    @_noAllocation
    func add(
        _ matrix: UnsafePointer<mq_matrix>, panels: Range<Int>, of x: UnsafePointer<Int16>, to sums: UnsafeMutablePointer<Int32>,
        backwards: Bool
    ) {
        var input = x
        var start = sums
        var sums = sums
        mq_accumulate(kernels, matrix, panels.lowerBound, panels.count, &input, &start, &sums, 1, backwards)
    }

    /// sums[v] = starts[v] + matrix · inputs[v] of the workspace
    @_noAllocation
    private func accumulate(
        _ matrix: UnsafePointer<mq_matrix>, from starts: UnsafePointer<UnsafeMutablePointer<Int32>>,
        into sums: UnsafePointer<UnsafeMutablePointer<Int32>>, count: Int, _ backwards: Bool, _ workspace: Workspace
    ) {
        mq_accumulate(kernels, matrix, 0, matrix.pointee.panels, workspace.inputs, starts, sums, count, backwards)
    }

    /// out = sat16((sums + half) >> shift), and 0 instead of negatives if rectified. Writes `blocks × 16` values.
    @_noAllocation
    func requantize(_ affine: mq_affine, _ sums: UnsafePointer<Int32>, rectified: Bool, into out: UnsafeMutablePointer<Int16>) {
        mq_requantize(kernels, sums, affine.output_shifts, affine.blocks, rectified ? 0 : .min, out)
    }
}
