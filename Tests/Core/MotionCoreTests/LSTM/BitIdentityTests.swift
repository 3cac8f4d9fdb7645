import MotionCore
import Randomness
import TestSupport
import Testing

/// Shapes with odd sizes, one and several panels, one and several layers or none, and hops that divide the window or do not.
let oddAndEvenShapes: [NetworkDimensions] = [
    .init(1, 1, 1, nil, [1], [1]), .init(2, 1, 1, nil, [1], [2]), .init(5, 2, 3, nil, [3], [2]),
    .init(8, 4, 6, nil, [4], [3]), .init(8, 3, 6, nil, [5], [4]), .init(7, 7, 6, nil, [16], [5]),
    .init(6, 9, 6, nil, [17], [5]), .init(20, 5, 6, nil, [32], [5]), .init(10, 5, 9, nil, [8, 8], [6]),
    .init(9, 2, 9, nil, [7, 5, 3], [4]), .init(6, 2, 65, nil, [6], [3]), .init(4, 2, 130, nil, [9], [3]),
    .init(5, 5, 6, nil, [66], [4]), .init(4, 1, 6, nil, [129], [16, 4]), .init(6, 3, 6, nil, [10], [12, 7, 3]),
    .init(6, 3, 6, 16, [8], [4]), .init(20, 5, 6, 64, [20], [12, 4]), .init(7, 2, 5, 9, [11], [3]),
    .init(3, 1, 1, 1, [1], [2]), .init(10, 4, 3, 33, [6, 6], [5]), .init(12, 5, 9, 70, [13], [17, 3]),
    .init(16, 8, 6, nil, [24], [255]), .init(5, 1, 7, 130, [5], [3]),
    .init(1, 1, 6, 16, [], [3]), .init(1, 1, 1, 1, [], [2]), .init(1, 1, 3, 17, [], [9, 4]), .init(1, 3, 9, 70, [], [33, 5, 2]),
    .init(5, 1, 6, 24, [], [4]), .init(7, 3, 5, 130, [], [66, 255]), .init(4, 6, 6, 65, [], [3]),
]

@Suite("The engine gives the bits of the scalar reference")
struct BitIdentityTests {
    @Test(
        "streaming, sample by sample, gives the same bits as whole windows, for both state policies",
        arguments: oddAndEvenShapes + frontShapes + gruShapes + byteShapes)
    func streaming(_ shape: NetworkDimensions) throws {
        for carries in [false, true] {
            for (seed, amplitude) in [(UInt64(1), Int16.max), (2, 3000), (3, 40)] {
                let network = randomQuantizedNetwork(shape, carriesState: carries, seed: seed)
                try compareStream(network, amplitude: amplitude, seed: seed + 100)
                try compareStream(network.detecting(seed: seed), amplitude: amplitude, seed: seed + 100)
            }
        }
    }

    /// Streams samples through the engine with every kernel and compares each window with the reference evaluated on the whole
    /// window.
    private func compareStream(_ network: TestNetwork, amplitude: Int16, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let reference = ScalarReference(network)
        let classifiers = try Kernels.available.map { OwnedWindowStream(try NetworkWeights(network, kernels: $0)) }
        let schedule = network.schedule
        var states = Array(repeating: reference.zeroState, count: schedule.slots)
        var samples: [Int16] = []
        var windows = 0
        for time in 0..<(3 * schedule.length + 2 * schedule.hop) {
            let sample = (0..<network.inputs).map { _ in Int16.random(in: -amplitude...amplitude, using: &generator) }
            samples += sample
            let found = classifiers.map { $0.push(sample.span) }
            let start = time + 1 - schedule.length
            guard start >= 0, start % schedule.hop == 0 else {
                #expect(found.allSatisfy { $0 == nil })
                continue
            }
            let slot = start / schedule.hop % schedule.slots
            if !network.carriesState { states[slot] = reference.zeroState }
            let whole = Array(samples[start * network.inputs..<(time + 1) * network.inputs])
            let expected = reference.predict(window: whole, state: &states[slot])
            for (window, classifier) in zip(found, classifiers) {
                let kernel = classifier.weights.kernels.name
                #expect(window?.slot == slot, "\(kernel)")
                #expect(window?.endSample == time + 1, "\(kernel)")
                let isUnknown = window.map { reference.isUnknown($0.label, state: states[slot]) }
                #expect(window?.isUnknown == isUnknown, "\(kernel)")
                #expect(expected.indices.map { classifier.probability(of: $0) } == expected, "\(kernel)")
            }
            windows += 1
        }
        #expect(windows >= 3)
    }

    @Test(
        "the plain form gives the same bits, with the state going in and out",
        arguments: oddAndEvenShapes + frontShapes + gruShapes + byteShapes
    )
    func plainForm(_ shape: NetworkDimensions) throws {
        let network = randomQuantizedNetwork(shape, carriesState: true, seed: 7)
        let reference = ScalarReference(network)
        let weights = try NetworkWeights(network)
        let classifier = WindowClassifier(weights)
        let state = SequenceState(for: weights)
        var referenceState = reference.zeroState
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<3 {
            let window = (0..<shape.window * shape.inputs).map { _ in Int16.random(in: .min ... .max, using: &generator) }
            classifier.predict(window: window.span, state: state)
            let expected = reference.predict(window: window, state: &referenceState)
            #expect(expected.indices.map { classifier.probability(of: $0) } == expected)
        }
    }

    @Test("a window without a state starts from zero, whatever ran before")
    func withoutState() throws {
        let network = randomQuantizedNetwork(oddAndEvenShapes[7], carriesState: true, seed: 9)
        let weights = try NetworkWeights(network)
        let classifier = WindowClassifier(weights)
        var generator = SeededGenerator(seed: 10)
        let window = (0..<120).map { _ in Int16.random(in: -5000...5000, using: &generator) }
        classifier.predict(window: window.span)
        let first = (0..<5).map { classifier.probability(of: $0) }
        classifier.predict(window: window.span)
        #expect((0..<5).map { classifier.probability(of: $0) } == first)
    }

    @Test("reset brings a state back to the beginning")
    func reset() throws {
        let weights = try NetworkWeights(randomQuantizedNetwork(oddAndEvenShapes[8], carriesState: true, seed: 11))
        let classifier = WindowClassifier(weights)
        let state = SequenceState(for: weights)
        let window = [Int16](repeating: 4000, count: 90)
        classifier.predict(window: window.span, state: state)
        #expect(!state.isIdentical(to: SequenceState(for: weights)))
        state.reset()
        #expect(state.isIdentical(to: SequenceState(for: weights)))
    }

    @Test("restart makes a stream start over, wherever it comes", arguments: [7, 9, 16, 22], [false, true])
    func restart(_ shape: Int, _ carries: Bool) throws {
        let network = randomQuantizedNetwork(oddAndEvenShapes[shape], carriesState: carries, seed: 12)
        let classifier = OwnedWindowStream(try NetworkWeights(network))
        let labels = classifier.weights.shape.labels
        var generator = SeededGenerator(seed: 13)
        let samples = (0..<40).map { _ in (0..<network.inputs).map { _ in Int16.random(in: -9000...9000, using: &generator) } }
        func run() -> [Int16] {
            samples.flatMap { sample -> [Int16] in
                classifier.push(sample.span) == nil ? [] : (0..<labels).map { classifier.probability(of: $0) }
            }
        }
        let first = run()
        for moment in samples.indices {
            classifier.restart()
            for sample in samples.prefix(moment) { _ = classifier.push(sample.span) }
            classifier.restart()
            #expect(run() == first, "after \(moment) samples")
        }
    }

    @Test("an answer stays until the next window ends")
    func answerStays() throws {
        let network = randomQuantizedNetwork(oddAndEvenShapes[7], carriesState: true, seed: 14)
        let classifier = OwnedWindowStream(try NetworkWeights(network))
        var generator = SeededGenerator(seed: 15)
        var answer: [Int16]?
        for _ in 0..<60 {
            let sample = (0..<network.inputs).map { _ in Int16.random(in: -9000...9000, using: &generator) }
            let window = classifier.push(sample.span)
            let shown = (0..<5).map { classifier.probability(of: $0) }
            if window != nil { answer = shown }
            if let answer { #expect(shown == answer) }
        }
        #expect(answer != nil)
    }
}
