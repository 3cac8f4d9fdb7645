public import CMotionCore
public import MotionCore
import Randomness

/// A network of a random LSTM whose last layer has some places that can be taught, in a random metric.
public final class TeachableNetwork {
    public let weights: NetworkWeights
    public let quantized: QuantizedNetwork
    public let centre: [Int16]
    public let metric: [Int16]
    /// There as long as this object.
    public let teachable: UnsafeMutablePointer<mq_teachable>
    private let learner: UnsafeMutablePointer<mq_learner>
    private let memory: UnsafeMutableRawPointer
    private let numbers: UnsafeMutablePointer<Int16>

    /// - Parameters:
    ///   - known: labels before the places; their rows are random.
    ///   - largest: magnitude of the metric's numbers.
    public init(
        units: Int, known: Int = 2, places: Int = 2, rowShift: Int = 24, outputShift: UInt8 = 11, largest: Int16 = 32_767,
        seed: UInt64 = 1
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let labels = known + places
        let blocks = (labels + 15) / 16
        let panels = (units + 63) / 64
        let matrix = QuantizedMatrix(
            rows: labels, columns: units, panelWidth: QuantizedMatrix.panelColumns,
            weights: (0..<labels * units).map { $0 < known * units ? Int16.random(in: -200...200, using: &generator) : 0 },
            shifts: [UInt8](repeating: mq_teach_panel_shift(units), count: blocks * panels))
        let affine = QuantizedAffine(
            terms: [matrix], bias: (0..<labels).map { _ in Int32.random(in: -1000...1000, using: &generator) },
            outputShifts: [UInt8](repeating: outputShift, count: blocks), outputFractionBits: 12)
        let random = randomQuantizedNetwork(NetworkDimensions(8, 8, 6, nil, [units], [labels]), carriesState: false, seed: seed)
        quantized = try QuantizedNetwork(
            inputFractionBits: random.inputFractionBits, convolution: nil, lstm: random.lstm,
            dense: [QuantizedDense(affine: affine, rectified: false)])
        weights = try NetworkWeights(quantized, schedule: WindowSchedule(length: 8, hop: 8), statePolicy: .reset)
        centre = (0..<units).map { _ in Int16.random(in: -8_000...8_000, using: &generator) }
        var metric = [Int16](repeating: 0, count: units * units)
        for row in 0..<units {
            for column in 0...row {
                let number = Int16.random(in: -largest...largest, using: &generator)
                metric[row * units + column] = number
                metric[column * units + row] = number
            }
        }
        self.metric = metric
        numbers = .allocate(capacity: units * (units + 1))
        numbers.initialize(from: centre + metric, count: units * (units + 1))
        teachable = .allocate(capacity: 1)
        teachable.initialize(
            to: mq_teachable(
                metric: mq_teach_metric(
                    centre: UnsafePointer(numbers), metric: UnsafePointer(numbers + units), units: UInt16(units),
                    row_shift: UInt8(rowShift)),
                first: UInt16(known), places: UInt16(places)))
        let bytes = mq_teach_memory(weights.layers, teachable)
        memory = .allocate(byteCount: bytes, alignment: 64)
        learner = .allocate(capacity: 1)
        precondition(mq_teach_begin(learner, weights.layers, teachable, memory, bytes), "the places fit the network")
    }

    deinit {
        memory.deallocate()
        learner.deallocate()
        numbers.deallocate()
        teachable.deallocate()
    }

    /// What is taught.
    public var place: UnsafeMutablePointer<mq_learner> { learner }

    /// Of the layer that runs: weights and biases as the kernels read them.
    public var rows: (weights: [Int16], bias: [Int32]) {
        let matrix = learner.pointee.matrix
        return (
            Array(UnsafeBufferPointer(start: learner.pointee.weights, count: matrix.blocks * matrix.pairs * 32)),
            Array(UnsafeBufferPointer(start: learner.pointee.bias, count: matrix.blocks * 16))
        )
    }

    /// Weights and bias of one label.
    public func row(_ label: Int) -> (weights: [Int16], bias: Int32) {
        let matrix = learner.pointee.matrix
        let weights = (0..<centre.count).map { unit in
            learner.pointee.weights[mq_line(matrix.blocks, matrix.pairs, label / 16, unit / 2) + label % 16 * 2 + unit % 2]
        }
        return (weights, learner.pointee.bias[label])
    }

    /// A stream of the network that is taught.
    public func probabilities(of samples: [[Int16]]) -> [Int16] {
        guard let kernels = mq_kernels_available(0) else { return [] }
        let network = PackedNetwork(mq_teach_network(learner), kernels: kernels)
        let bytes = WindowStream.bytes(for: network)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer { memory.deallocate() }
        var stream = WindowStream(network, memory: memory, byteCount: bytes)
        for sample in samples where stream.push(sample.span) != nil {
            return (0..<network.shape.labels).map { stream.probabilities[$0] }
        }
        return []
    }
}
