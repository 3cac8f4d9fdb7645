import CMotionCore
import MotionCore

/// Bytes of a network image that grow, little-endian.
struct ImageBytes {
    private(set) var bytes: [UInt8] = []
    /// Where the first of them stands in the image.
    let offset: Int

    init(offset: Int) { self.offset = offset }

    /// Where the next byte goes.
    var end: Int { offset + bytes.count }

    mutating func append<Word: FixedWidthInteger>(_ word: Word) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Zeros up to a boundary.
    mutating func fill(toMultipleOf size: Int) {
        while end % size != 0 { bytes.append(0) }
    }

    /// The parameters of the header.
    mutating func append(_ decision: DecisionParameters) {
        append(decision.threshold)
        append(Int16(decision.restLabel ?? -1))
        append(UInt16(0))
        append(UInt16(decision.smoothing))
        append(decision.enterRatio)
        append(decision.exitRatio)
        append(decision.refractory)
        guard decision.evidence > 0 else { return }
        for bits in [decision.evidence, decision.evidenceLeak, decision.evidenceLimit] { append(bits) }
        append(UInt16(0))
        append(decision.evidenceShares.bits)
    }

    /// The first 32 bytes of the body.
    mutating func append(_ network: mq_network, labels: Int, rate: Float, _ layout: ImageLayout) {
        append(UInt32(network.length))
        append(UInt32(network.hop))
        append(UInt32(network.inputs))
        append(UInt8(network.input_fraction_bits))
        append(UInt8(network.carries_state ? 1 : 0))
        // More layers than a reader takes are as many as it refuses.
        let front = min(network.front_layers, 7) << 2
        append(UInt8((network.convolution == nil ? 0 : 1) | (network.detector == nil ? 0 : 2) | front))
        append(UInt8(network.lstm_layers))
        append(UInt8(network.dense_layers))
        append(UInt8(labels))
        append(UInt16(layout.strokesOffset / 4))
        append(rate.bitPattern)
        append(UInt32(layout.inputsOffset))
        append(UInt32(layout.labelsOffset))
    }

    /// What is said of a layer, 64 bytes.
    mutating func append(_ layer: ImageLayout.Layer, _ offsets: ImageLayout.Offsets) {
        append(layer.kind)
        append(layer.flag)
        let matrices = layer.affine?.matrices ?? []
        append(matrices.enumerated().reduce(UInt16(0)) { $0 | ($1.element.bytes == nil ? 0 : 1 << UInt16($1.offset)) })
        append(UInt32(layer.affine?.rows ?? layer.columns[0]))
        append(UInt32(offsets.bias))
        append(UInt32(offsets.outputShifts))
        for (term, matrix) in matrices.enumerated() {
            append(UInt32(layer.columns[term]))
            append(UInt32(matrix.panels))
            append(UInt32(matrix.panel_pairs))
            append(UInt32(matrix.pairs))
            append(UInt32(offsets.weights[term]))
            append(UInt32(offsets.shifts[term]))
        }
        guard matrices.count < 2 else { return }
        if matrices.isEmpty { append([UInt8](repeating: 0, count: 24)) }
        if let front = layer.front {
            for number in [front.taps, front.stride, front.dilation] { append(number) }
            append([UInt8](repeating: 0, count: 12))
        } else {
            append(UInt32(offsets.prototypes))
            append(UInt32(offsets.limits))
            append([UInt8](repeating: 0, count: 16))
        }
    }

    /// A label's length and its bytes.
    mutating func append(label: [UInt8]) {
        append(UInt8(label.count))
        append(label)
    }

    /// How strokes are cut out and become windows.
    mutating func append(_ strokes: UnsafePointer<mq_strokes>, inputs: Int) {
        fill(toMultipleOf: 4)
        let about = strokes.pointee
        append(about.start)
        append(about.stop)
        for samples in [about.lag, about.pause, about.before, about.least, about.most] { append(samples) }
        append(about.smoothing)
        append(about.form)
        for index in 0..<inputs {
            let map = mq_stroke_input_at(strokes, index)
            append(map.addend)
            append(map.multiplier)
            append(map.shift)
            append(UInt8(map.rotates ? 1 : 0))
            append(UInt16(0))
        }
    }

    /// Biases and weights of a layer.
    mutating func appendLines(of affine: mq_affine) {
        for row in 0..<affine.blocks * 16 { append(affine.bias[row]) }
        for matrix in affine.matrices {
            let weights = 0..<matrix.blocks * matrix.pairs * 32
            if let bytes = matrix.bytes {
                for index in weights { append(bytes[index]) }
                fill(toMultipleOf: 64)
            } else if let words = matrix.weights {
                for index in weights { append(words[index]) }
            }
        }
    }

    /// Prototypes and limits of a detector.
    mutating func append(_ detector: mq_detector, labels: Int) {
        for index in 0..<labels { append(detector.limits[index]) }
        for index in 0..<labels * detector.per_label * detector.projection.rows { append(detector.prototypes[index]) }
        fill(toMultipleOf: 4)
    }

    /// Output shifts and shifts of a layer.
    mutating func appendShifts(of affine: mq_affine) {
        bytes += UnsafeBufferPointer(start: affine.output_shifts, count: affine.blocks)
        for matrix in affine.matrices { bytes += UnsafeBufferPointer(start: matrix.shifts, count: matrix.blocks * matrix.panels) }
    }
}
