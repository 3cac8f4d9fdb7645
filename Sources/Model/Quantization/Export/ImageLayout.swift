import CMotionCore
import Formatting

/// Where everything stands in a network image.
struct ImageLayout {
    /// A layer of the network, in the order in which they run.
    struct Layer {
        let index: Int
        /// 1 convolution, 2 LSTM, 3 dense, 4 the projection of a detector; in front 5 a convolution, 6 a maximum, 7 a mean; 8 GRU.
        let kind: UInt8
        /// Of a dense layer whether it is rectified, of a detector its prototypes of each label, of a convolution in front 1:
        /// rectified, and 2: causal.
        let flag: UInt8
        /// nil: the layer pools.
        let affine: mq_affine?
        /// Of a front layer.
        let front: mq_front_layer?
        /// Columns of each term, before they are filled up to pairs.
        let columns: [Int]
    }

    /// Of a layer's arrays: biases, output shifts, and weights and shifts of each term; of a detector also prototypes and limits.
    struct Offsets {
        var bias = 0
        var outputShifts = 0
        var weights: [Int] = []
        var shifts: [Int] = []
        var prototypes = 0
        var limits = 0
    }

    let layers: [Layer]
    /// Of the network; then the names of the channels that it finds by them.
    let labels: [[UInt8]]
    let names: [[UInt8]]
    let inputsOffset: Int
    let labelsOffset: Int
    /// 0 without strokes.
    let strokesOffset: Int
    private(set) var offsets: [Offsets] = []
    let byteCount: Int

    /// - Throws: if the network is too large for 32-bit offsets.
    init(_ network: mq_network, inputCount: Int, labels: [[UInt8]], names: [[UInt8]]) throws(ExportError) {
        let layers = Self.layers(of: network)
        self.layers = layers
        self.labels = labels
        self.names = names
        // The header, 32 bytes about the network, 64 for each layer.
        inputsOffset = Int(MQ_IMAGE_HEADER) + 32 + layers.count * 64
        labelsOffset = inputsOffset + inputCount * 12
        let labelsEnd = (labels + names).reduce(labelsOffset) { $0 + 1 + $1.count }
        strokesOffset = network.strokes == nil ? 0 : (labelsEnd + 3) / 4 * 4
        guard strokesOffset / 4 <= UInt16.max else { throw ExportError("an image has no room for so many labels") }
        let strokesBytes = network.strokes == nil ? 0 : 20 + inputCount * 16
        var offset = (max(labelsEnd, strokesOffset + strokesBytes) + 63) / 64 * 64
        // First what is read in lines of 64 bytes and is a multiple of them, then what is read in bytes.
        for layer in layers {
            var places = Offsets()
            if let affine = layer.affine {
                places.bias = offset
                offset += affine.blocks * 64
                for matrix in affine.matrices {
                    places.weights.append(offset)
                    offset += (matrix.weightBytes + 63) / 64 * 64
                }
            }
            offsets.append(places)
        }
        // Of numbers in words and half words, before the bytes.
        if let detector = network.detector?.pointee {
            offsets[layers.count - 1].limits = offset
            offset += labels.count * 4
            offsets[layers.count - 1].prototypes = offset
            offset += (labels.count * detector.per_label * detector.projection.rows * 2 + 3) / 4 * 4
        }
        for layer in layers {
            guard let affine = layer.affine else { continue }
            offsets[layer.index].outputShifts = offset
            offset += affine.blocks
            for matrix in affine.matrices {
                offsets[layer.index].shifts.append(offset)
                offset += matrix.blocks * matrix.panels
            }
        }
        byteCount = (offset + 63) / 64 * 64
        guard byteCount <= UInt32.max else {
            throw ExportError("the network takes \(byteCount) bytes, and an image has fewer than 4 GiB")
        }
    }

    private static func layers(of network: mq_network) -> [Layer] {
        var layers: [Layer] = []
        var columns = network.inputs
        func add(_ kind: UInt8, _ affine: mq_affine?, _ columns: [Int], flag: UInt8 = 0, front: mq_front_layer? = nil) {
            layers.append(Layer(index: layers.count, kind: kind, flag: flag, affine: affine, front: front, columns: columns))
        }
        if let convolution = network.convolution {
            add(1, convolution.pointee, [columns * network.length])
            columns = convolution.pointee.rows
        }
        for layer in UnsafeBufferPointer(start: network.front, count: network.front_layers) {
            if let convolution = layer.convolution?.pointee {
                let flag = UInt8((layer.rectified ? 1 : 0) | (layer.is_causal ? 2 : 0))
                add(5, convolution, [Int(layer.taps) * columns], flag: flag, front: layer)
                columns = convolution.rows
            } else {
                add(layer.averages ? 7 : 6, nil, [columns], front: layer)
            }
        }
        for affine in UnsafeBufferPointer(start: network.lstm, count: network.lstm_layers) {
            add(affine.is_gru ? 8 : 2, affine, [columns, affine.rows / 4])
            columns = affine.rows / 4
        }
        let hidden = columns
        for layer in UnsafeBufferPointer(start: network.dense, count: network.dense_layers) {
            add(3, layer.affine, [columns], flag: layer.rectified ? 1 : 0)
            columns = layer.affine.rows
        }
        if let detector = network.detector?.pointee {
            add(4, detector.projection, [hidden], flag: UInt8(detector.per_label))
        }
        return layers
    }
}

extension mq_matrix {
    /// Bytes of its weights on a device.
    var weightBytes: Int { blocks * pairs * (bytes == nil ? 64 : 32) }
}

extension mq_affine {
    /// One for each vector that is read.
    var matrices: [mq_matrix] { [input.pointee] + (recurrent.map { [$0.pointee] } ?? []) }
}
