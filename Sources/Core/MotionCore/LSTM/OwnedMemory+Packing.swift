import CMotionCore

/// From row-major arrays to the layout that the kernels read. Everything has been validated.
extension OwnedMemory {
    func pack(
        _ network: QuantizedNetwork, _ schedule: WindowSchedule, _ statePolicy: StatePolicy, _ strokes: mq_strokes?
    ) -> UnsafePointer<mq_network> {
        let lstm = zeroed(mq_affine.self, count: network.lstm.count)
        for (index, layer) in network.lstm.enumerated() { (lstm + index).initialize(to: pack(layer)) }
        let dense = zeroed(mq_dense.self, count: network.dense.count)
        for (index, layer) in network.dense.enumerated() {
            (dense + index).initialize(to: mq_dense(affine: pack(layer.affine), rectified: layer.rectified))
        }
        let convolution = network.convolution.map { holding(pack($0)) }
        let front = network.front.isEmpty ? nil : zeroed(mq_front_layer.self, count: network.front.count)
        for (index, layer) in network.front.enumerated() { front?[index] = pack(layer) }
        return holding(
            mq_network(
                length: schedule.length, hop: schedule.hop, inputs: network.inputs,
                input_fraction_bits: UInt32(network.inputFractionBits), carries_state: statePolicy == .carry,
                convolution: convolution, front: front, front_layers: network.front.count, lstm: lstm,
                lstm_layers: network.lstm.count, dense: dense,
                dense_layers: network.dense.count, tanh: tanhTable(), exponentials: nil,
                strokes: strokes.map { holding($0) },
                detector: network.detector.map { holding(pack($0)) }, input_names: nil))
    }

    private func pack(_ layer: QuantizedFrontLayer) -> mq_front_layer {
        var packed = mq_front_layer()
        packed.columns = layer.columns
        packed.taps = UInt32(layer.field.taps)
        packed.stride = UInt32(layer.field.stride)
        packed.dilation = UInt32(layer.field.dilation)
        packed.is_causal = layer.field.isCausal
        switch layer.operation {
        case .convolution(let map): (packed.convolution, packed.rectified) = (holding(pack(map.affine)), map.rectified)
        case .maximum: break
        case .average: packed.averages = true
        }
        return packed
    }

    private func pack(_ detector: QuantizedDetector) -> mq_detector {
        let prototypes = zeroed(Int16.self, count: detector.prototypes.count)
        for (index, number) in detector.prototypes.enumerated() { prototypes[index] = number }
        let limits = zeroed(UInt32.self, count: detector.limits.count)
        for (label, limit) in detector.limits.enumerated() { limits[label] = limit }
        return mq_detector(
            projection: pack(detector.projection), prototypes: prototypes, limits: limits, per_label: detector.perLabel)
    }

    private func tanhTable() -> UnsafePointer<mq_tanh_table> {
        let table = zeroed(mq_tanh_table.self, count: 1)
        let nodes = TanhTable.nodes
        nodes.span.withUnsafeBufferPointer { nodes in
            if let nodes = nodes.baseAddress { mq_fill_tanh_table(table, nodes) }
        }
        return UnsafePointer(table)
    }

    private func pack(_ affine: QuantizedAffine) -> mq_affine {
        let blocks = affine.terms[0].blocks
        let bias = zeroed(Int32.self, count: blocks * 16)
        let outputShifts = zeroed(UInt8.self, count: blocks)
        for row in 0..<affine.rows { bias[row] = affine.bias[row] }
        for block in 0..<blocks { outputShifts[block] = affine.outputShifts[block] }
        return mq_affine(
            input: holding(pack(affine.terms[0])), recurrent: affine.terms.count > 1 ? holding(pack(affine.terms[1])) : nil,
            bias: bias, output_shifts: outputShifts, rows: affine.rows, blocks: blocks, is_gru: affine.cell == .gru)
    }

    /// With zeros for rows and columns that do not exist; the C header says in which order. Bytes stand beside the same weights in
    /// 16 bits, with which kernels of this machine multiply several vectors at a time faster; a device gets one form.
    private func pack(_ matrix: QuantizedMatrix) -> mq_matrix {
        let blocks = matrix.blocks
        let panels = matrix.panels
        let panelPairs = (matrix.panelWidth + 1) / 2
        let lastWidth = matrix.columns - (panels - 1) * matrix.panelWidth
        let pairs = (panels - 1) * panelPairs + (lastWidth + 1) / 2
        let hasBytes = matrix.storage == .bytes
        let weights = zeroed(Int16.self, count: blocks * pairs * 32, isOnlyHere: hasBytes)
        let bytes = hasBytes ? zeroed(Int8.self, count: blocks * pairs * 32) : nil
        let shifts = zeroed(UInt8.self, count: blocks * panels)
        for index in 0..<blocks * panels { shifts[index] = matrix.shifts[index] }
        var packed = mq_matrix(
            weights: weights, shifts: shifts, blocks: blocks, panels: panels, panel_pairs: panelPairs, pairs: pairs, bytes: bytes)
        for row in 0..<matrix.rows {
            for column in 0..<matrix.columns {
                let (panel, within) = column.quotientAndRemainder(dividingBy: matrix.panelWidth)
                let pair = panel * panelPairs + within / 2
                let line = mq_line(blocks, pairs, row / 16, pair)
                let weight = matrix.weights[row * matrix.columns + column]
                weights[line + row % 16 * 2 + within % 2] = weight
                bytes?[mq_byte_place(&packed, row, panel, within)] = Int8(weight)
            }
        }
        return packed
    }
}
