import CMotionQClassifier
import MotionCore
import Randomness
import TestSupport
import Testing

/// Odd sizes, one and several panels and layers, hops that divide the window or do not, with and without a convolution.
private let shapes: [NetworkDimensions] = [
    .init(1, 1, 1, nil, [1], [1]), .init(2, 1, 1, nil, [1], [2]), .init(5, 2, 3, nil, [3], [2]), .init(8, 3, 6, nil, [5], [4]),
    .init(7, 7, 6, nil, [16], [5]), .init(6, 9, 6, nil, [17], [5]), .init(20, 5, 6, nil, [32], [5]),
    .init(10, 5, 9, nil, [8, 8], [6]), .init(9, 2, 9, nil, [7, 5, 3], [4]), .init(6, 2, 65, nil, [6], [3]),
    .init(4, 2, 130, nil, [9], [3]), .init(5, 5, 6, nil, [66], [4]), .init(4, 1, 6, nil, [129], [16, 4]),
    .init(6, 3, 6, nil, [10], [12, 7, 3]), .init(5, 2, 4, nil, [6], [70, 33, 19, 3]), .init(6, 3, 6, 16, [8], [4]),
    .init(20, 5, 6, 64, [20], [12, 4]), .init(7, 2, 5, 9, [11], [3]), .init(3, 1, 1, 1, [1], [2]),
    .init(10, 4, 3, 33, [6, 6], [5]),
    .init(12, 5, 9, 70, [13], [17, 3]), .init(4, 6, 3, 5, [7], [9, 11, 2]), .init(16, 8, 6, nil, [24], [255]),
    .init(5, 1, 7, 130, [5], [3]), .init(1, 1, 6, 16, [], [3]), .init(1, 1, 1, 1, [], [2]), .init(1, 2, 3, 17, [], [9, 5, 4]),
    .init(6, 1, 6, 24, [], [4]), .init(7, 3, 5, 70, [], [130, 255]), .init(4, 6, 3, 33, [], [70, 9, 11, 2]),
]

@Suite("The classifier in C")
struct ClassifierTests {
    @Test(
        "gives the engine's windows, bit for bit, with every kernel, across restarts",
        arguments: shapes + frontShapes + gruShapes + byteShapes)
    func sameWindows(_ shape: NetworkDimensions) throws {
        for carries in [false, true] {
            for (seed, amplitude) in [(UInt64(1), Int16.max), (2, 3000), (3, 40)] {
                let network = randomQuantizedNetwork(shape, carriesState: carries, seed: seed)
                try compare(network, amplitude: amplitude, seed: seed + 200)
                try compare(network.detecting(seed: seed), amplitude: amplitude, seed: seed + 200)
            }
        }
    }

    /// Streams samples through both, restarts now and then, and compares every answer.
    private func compare(_ network: TestNetwork, amplitude: Int16, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let weights = try NetworkWeights(network)
        let engine = OwnedWindowStream(weights)
        let length = network.schedule.length
        var classifiers: [CClassifier] = []
        while let kernels = mq_kernels_available(classifiers.count) {
            let offset = Int.random(in: 0...63, using: &generator)
            classifiers.append(try #require(CClassifier(weights, kernels: kernels, offset: offset)))
        }
        var windows = 0
        let steps = 6 * length + 4 * network.schedule.hop
        // The first restart comes within a window, the second after some.
        let restarts = [length / 2, steps / 2]
        for time in 0..<steps {
            if restarts.contains(time) {
                engine.restart()
                for classifier in classifiers { classifier.restart() }
            }
            let sample = (0..<network.inputs).map { _ in Int16.random(in: -amplitude...amplitude, using: &generator) }
            let expected = engine.push(sample.span).map { window in
                Answer(
                    slot: window.slot, endSample: window.endSample, label: window.label, probability: window.probability,
                    isUnknown: window.isUnknown,
                    probabilities: (0..<weights.shape.labels).map { engine.probability(of: $0) })
            }
            if expected != nil { windows += 1 }
            for classifier in classifiers {
                let answer = classifier.push(sample)
                let name = String(cString: classifier.kernels.pointee.name)
                try #require(answer == expected, "\(name), seed \(seed), sample \(time)")
            }
        }
        #expect(windows >= 3)
        #expect(classifiers.allSatisfy { $0.keptWithinBounds })
    }

    @Test("names the first of the most probable labels, as the engine does")
    func equals() throws {
        var network = randomQuantizedNetwork(shapes[3], carriesState: false, seed: 6)
        var parts = NetworkParts(network.numbers)
        let last = parts.dense.count - 1
        let zeros = [Int16](repeating: 0, count: parts.dense[last].affine.terms[0].weights.count)
        parts.dense[last].affine.terms[0].weights = zeros
        parts.dense[last].affine.bias = [-100_000_000, 0, -100_000_000, 0]
        network.numbers = try parts.network()
        let weights = try NetworkWeights(network)
        let engine = OwnedWindowStream(weights)
        let kernels = try #require(mq_kernels_available(0))
        let classifier = try #require(CClassifier(weights, kernels: kernels, offset: 1))
        let sample = [Int16](repeating: 7, count: network.inputs)
        for _ in 1..<network.schedule.length {
            _ = engine.push(sample.span)
            _ = classifier.push(sample)
        }
        #expect(engine.push(sample.span)?.label == 1)
        #expect(classifier.push(sample)?.label == 1)
    }

    @Test("asks for as much memory as its header says", arguments: shapes)
    func memory(_ shape: NetworkDimensions) throws {
        let network = randomQuantizedNetwork(shape, carriesState: false, seed: 4)
        let kernels = try #require(mq_kernels_available(0))
        let classifier = try #require(CClassifier(try NetworkWeights(network), kernels: kernels, offset: 0))
        func padded(_ rows: Int) -> Int { (rows + 15) / 16 * 16 }
        func even(_ count: Int) -> Int { count + count % 2 }
        let slots = (shape.window + shape.hop - 1) / shape.hop
        let lstm = shape.lstm.map { padded(4 * $0) }
        let dense = shape.dense.map(padded)
        let convolution = padded(shape.convolution ?? 0)
        let hiddenDense = dense.indices.dropLast()
        let projection = shape.convolution == nil && slots > 1 ? lstm[0] : 0
        let sums = (lstm + dense).reduce(0, max)
        let front = (lstm + hiddenDense.filter { $0 % 2 == 0 }.map { dense[$0] }).reduce(0, max)
        let back = ([convolution] + hiddenDense.filter { $0 % 2 == 1 }.map { dense[$0] }).reduce(0, max)
        let units = shape.lstm.reduce(0, +)
        let hidden = shape.lstm.map(even).reduce(0, +)
        let words = 4 * (projection + sums + slots * convolution) + 2 * (front + back)
        let states = slots * (4 * units + 2 * hidden) + 2 * (even(shape.inputs) + shape.dense[shape.dense.count - 1])
        #expect(classifier.byteCount == words + states + Int(MQ_CLASSIFIER_ALIGNMENT) - 1)
    }

    @Test("refuses a byte too little, and a network without the exponential's nodes")
    func refuses() throws {
        let weights = try NetworkWeights(randomQuantizedNetwork(shapes[6], carriesState: false, seed: 5))
        let kernels = try #require(mq_kernels_available(0))
        let classifier = try #require(CClassifier(weights, kernels: kernels, offset: 3))
        #expect(!classifier.accepts(byteCount: classifier.byteCount - 1))
        #expect(!classifier.accepts(byteCount: classifier.byteCount, exponentials: false))
        #expect(classifier.accepts(byteCount: classifier.byteCount))
    }
}
