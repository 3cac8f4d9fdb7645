/// A layer of a Core ML network.
///
/// Field numbers are those of `NeuralNetworkLayer` and the messages whose names end in `LayerParams`:
/// mlmodel/format/NeuralNetwork.proto of https://github.com/apple/coremltools. Weights are leaves: their lists are of numbers.
struct CoreMLLayer: ProtobufMessage {
    var name = ""
    /// The names of what it reads and writes.
    var inputs: [String] = []
    var outputs: [String] = []
    var kind: Kind?
    /// The number of a kind that is not read is among these.
    private(set) var unknownFields: [Int] = []

    /// Kinds of layer, of which a layer is one. They are indirect so that a layer without weights is small.
    indirect enum Kind {
        case convolution(CoreMLConvolution)
        case activation(CoreMLActivation)
        case innerProduct(CoreMLInnerProduct)
        case batchNormalisation(CoreMLBatchNormalisation)
        case softmax
        case permute(CoreMLPermutation)
        case concatenation(CoreMLConcatenation)
        case reshape(CoreMLReshaping)
        case flatten(CoreMLFlattening)
        case slice(CoreMLSlice)
        case split(CoreMLSplit)
        case lstm(CoreMLLSTM)
    }

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&name)
        case 2: reader.read(&inputs)
        case 3: reader.read(&outputs)
        case 100: try reader.read(&kind, Kind.convolution) { if case .convolution(let layer) = $0 { layer } else { nil } }
        case 130: try reader.read(&kind, Kind.activation) { if case .activation(let layer) = $0 { layer } else { nil } }
        case 140: try reader.read(&kind, Kind.innerProduct) { if case .innerProduct(let layer) = $0 { layer } else { nil } }
        case 160:
            try reader.read(&kind, Kind.batchNormalisation) { if case .batchNormalisation(let layer) = $0 { layer } else { nil } }
        case 175: if reader.readEmptyLeaf() { kind = .softmax }
        case 300: try reader.read(&kind, Kind.reshape) { if case .reshape(let layer) = $0 { layer } else { nil } }
        case 301: try reader.read(&kind, Kind.flatten) { if case .flatten(let layer) = $0 { layer } else { nil } }
        case 310: try reader.read(&kind, Kind.permute) { if case .permute(let layer) = $0 { layer } else { nil } }
        case 320:
            try reader.read(&kind, Kind.concatenation) { if case .concatenation(let layer) = $0 { layer } else { nil } }
        case 330: try reader.read(&kind, Kind.split) { if case .split(let layer) = $0 { layer } else { nil } }
        case 350: try reader.read(&kind, Kind.slice) { if case .slice(let layer) = $0 { layer } else { nil } }
        case 420: try reader.read(&kind, Kind.lstm) { if case .lstm(let layer) = $0 { layer } else { nil } }
        default: break
        }
        if !reader.isTaken { unknownFields.append(field) }
    }
}

/// Numbers of a layer, in one of four formats.
struct CoreMLWeights: ProtobufMessage {
    var floats: [Float] = []
    /// 16-bit floats, little-endian.
    var halves: [UInt8] = []
    /// Quantized numbers.
    var raw: [UInt8] = []
    var rawInt8: [UInt8] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&floats)
        case 2: reader.readBytes(&halves)
        case 30: reader.readBytes(&raw)
        case 31: reader.readBytes(&rawInt8)
        default: break
        }
    }
}

/// Axis i of the output is axis `axes[i]` of the input.
struct CoreMLPermutation: ProtobufMessage {
    var axes: [UInt64] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 1 { reader.read(&axes, atMost: 8) }
    }
}

/// Inputs one after the other, along the channels or along the sequence.
struct CoreMLConcatenation: ProtobufMessage {
    var isAlongSequence = false

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 100 { reader.read(&isAlongSequence) }
    }
}

/// Another shape for the same numbers.
struct CoreMLReshaping: ProtobufMessage {
    /// Of the sequence, if there are four, channels, height and width.
    var shape: [Int64] = []
    /// 0: the numbers keep their order.
    var order: Int32 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&shape, atMost: 8)
        case 2: reader.read(&order)
        default: break
        }
    }
}

/// All numbers along the channels.
struct CoreMLFlattening: ProtobufMessage {
    /// 0: the numbers keep their order.
    var order: Int32 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 1 { reader.read(&order) }
    }
}

/// Some of the numbers along an axis.
struct CoreMLSlice: ProtobufMessage {
    var begin: Int64 = 0
    var end: Int64 = 0
    private var stride: UInt64 = 1
    private var axis: Int32 = 0

    /// Whether it takes numbers that follow each other along the channels.
    var isPlain: Bool { stride <= 1 && axis == 0 && begin >= 0 && begin < end }

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&begin)
        case 2: reader.read(&end)
        case 3: reader.read(&stride)
        case 4: reader.read(&axis)
        default: break
        }
    }
}

/// Equal parts along the channels.
struct CoreMLSplit: ProtobufMessage {
    var parts: UInt64 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 1 { reader.read(&parts) }
    }
}

/// Weights are in the order output, input channel, height, width; sizes are height and width.
struct CoreMLConvolution: ProtobufMessage {
    var outputChannels: UInt64 = 0
    var kernelChannels: UInt64 = 0
    var groups: UInt64 = 0
    var kernelSize: [UInt64] = []
    var stride: [UInt64] = []
    var dilation: [UInt64] = []
    var padding = CoreMLPadding()
    var isDeconvolution = false
    var hasBias = false
    var weights = CoreMLWeights()
    var bias = CoreMLWeights()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&outputChannels)
        case 2: reader.read(&kernelChannels)
        case 10: reader.read(&groups)
        case 20: reader.read(&kernelSize)
        case 30: reader.read(&stride)
        case 40: reader.read(&dilation)
        case 50: try reader.read(&padding)
        case 60: reader.read(&isDeconvolution)
        case 70: reader.read(&hasBias)
        case 90: reader.readLeaf(&weights)
        case 91: reader.readLeaf(&bias)
        default: break
        }
    }
}

/// How much is added to the input of a convolution, if it is padded (`ValidPadding`).
struct CoreMLPadding: ProtobufMessage {
    var amounts: [CoreMLEdgeSizes] { borders.amounts }
    private var borders = CoreMLBorderAmounts()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        if field == 1 { try reader.read(&borders) }
    }
}

private struct CoreMLBorderAmounts: ProtobufMessage {
    var amounts: [CoreMLEdgeSizes] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 10 { reader.readLeaf(&amounts) }
    }
}

/// What is added to one axis.
struct CoreMLEdgeSizes: ProtobufMessage {
    var start: UInt64 = 0
    var end: UInt64 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&start)
        case 2: reader.read(&end)
        default: break
        }
    }
}

/// A function of single numbers, nil if it is one that is not read.
struct CoreMLActivation: ProtobufMessage {
    enum Function {
        case relu, tanh, sigmoid
    }

    var function: Function?

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 10: if reader.readEmptyLeaf() { function = .relu }
        case 30: if reader.readEmptyLeaf() { function = .tanh }
        case 40: if reader.readEmptyLeaf() { function = .sigmoid }
        default: break
        }
    }
}

/// A dense layer; weights are in the order output, input.
struct CoreMLInnerProduct: ProtobufMessage {
    var inputChannels: UInt64 = 0
    var outputChannels: UInt64 = 0
    var hasBias = false
    var weights = CoreMLWeights()
    var bias = CoreMLWeights()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&inputChannels)
        case 2: reader.read(&outputChannels)
        case 10: reader.read(&hasBias)
        case 20: reader.readLeaf(&weights)
        case 21: reader.readLeaf(&bias)
        default: break
        }
    }
}

/// γ·(x − μ)/√(σ² + ε) + β, channel by channel.
struct CoreMLBatchNormalisation: ProtobufMessage {
    var channels: UInt64 = 0
    var computesMeanAndVariance = false
    var isInstanceNormalisation = false
    var epsilon: Float = 0
    var gamma = CoreMLWeights()
    var beta = CoreMLWeights()
    var mean = CoreMLWeights()
    var variance = CoreMLWeights()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&channels)
        case 5: reader.read(&computesMeanAndVariance)
        case 6: reader.read(&isInstanceNormalisation)
        case 10: reader.read(&epsilon)
        case 15: reader.readLeaf(&gamma)
        case 16: reader.readLeaf(&beta)
        case 17: reader.readLeaf(&mean)
        case 18: reader.readLeaf(&variance)
        default: break
        }
    }
}
