import CMotionCore

extension mq_network {
    /// Bytes that the classifier in C writes while it runs, wherever they begin: `mq_recogniser_memory`, by the same formula
    /// (firmware-protocol/inference/include/mq_classifier.h).
    ///
    /// - Parameter alignment: `MQ_CLASSIFIER_ALIGNMENT`: 8 on a microcontroller, 64 where kernels read vectors.
    func classifierBytes(alignment: Int) -> Int {
        let slots = (length + hop - 1) / hop
        var (sums, front, back, units, hidden) = (0, 0, 0, 0, 0)
        for layer in 0..<lstm_layers {
            guard let affine = lstm?[layer] else { continue }
            sums = max(sums, affine.blocks * 16)
            front = max(front, affine.blocks * 16)
            units += affine.rows / 4
            hidden += Self.even(affine.rows / 4)
        }
        for layer in 0..<dense_layers {
            let rows = dense[layer].affine.blocks * 16
            sums = max(sums, rows)
            guard layer + 1 < dense_layers else { continue }
            if layer % 2 == 0 { front = max(front, rows) } else { back = max(back, rows) }
        }
        var (ring, output, field) = (0, 0, 0)
        for index in 0..<front_layers {
            guard let layer = self.front.map({ $0 + index }) else { continue }
            let rows = (mq_front_rows(layer) + 15) / 16 * 16
            if index + 1 == front_layers { output = rows } else { front = max(front, rows) }
            ring += mq_front_span(layer) * layer.pointee.columns
            guard layer.pointee.convolution != nil else { continue }
            sums = max(sums, rows)
            field = max(field, Self.even(Int(layer.pointee.taps) * layer.pointee.columns))
        }
        var (perSlot, projection) = (0, 0)
        if let convolution {
            perSlot = convolution.pointee.blocks * 16
            back = max(back, perSlot)
        } else if slots > 1, front_layers == 0, let first = lstm?.pointee {
            projection = first.blocks * 16
        }
        let words = projection + sums + slots * (perSlot + units + 2 * front_layers)
        let vectors = front + back + slots * (hidden + ring + output) + field
        let halves = vectors + Self.even(inputs) + dense[dense_layers - 1].affine.rows
        let windows = words * MemoryLayout<Int32>.size + halves * MemoryLayout<Int16>.size + alignment - 1
        guard let strokes else { return windows }
        // Strokes begin on a whole double word behind them.
        return (windows + 7) / 8 * 8 + mq_stroke_memory(strokes, inputs, length)
    }

    private static func even(_ count: Int) -> Int { count + count % 2 }
}
