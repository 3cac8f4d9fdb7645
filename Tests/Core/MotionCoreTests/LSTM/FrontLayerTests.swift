import CMotionCore
import MotionCore
import TestSupport
import Testing

@Suite("Layers before the LSTM")
struct FrontLayerTests {
    private func places(_ field: SampleField, in inputs: Int) -> [[Int]] {
        (0..<field.outputs(of: inputs)).map { field.places(ofOutput: $0) }
    }

    @Test("read the fields that end with each output, of a causal layer zeros before the first input")
    func fields() {
        #expect(places(SampleField(taps: 3), in: 5) == [[0, 1, 2], [1, 2, 3], [2, 3, 4]])
        #expect(places(SampleField(taps: 2, stride: 2, dilation: 2), in: 7) == [[0, 2], [2, 4], [4, 6]])
        #expect(places(SampleField(taps: 3, stride: 2, isCausal: true), in: 4) == [[-2, -1, 0], [0, 1, 2]])
        #expect(places(SampleField(taps: 2, dilation: 3, isCausal: true), in: 2) == [[-3, 0], [-2, 1]])
        #expect(places(SampleField(taps: 4), in: 3).isEmpty)
        for taps in 1...4 {
            for stride in 1...3 {
                for isCausal in [false, true] {
                    let field = SampleField(taps: taps, stride: stride, dilation: 2, isCausal: isCausal)
                    for inputs in 0...12 {
                        let fitting = (0..<20).filter { (field.places(ofOutput: $0).last ?? 0) < inputs }
                        #expect(field.outputs(of: inputs) == fitting.count)
                    }
                }
            }
        }
    }

    /// What a pooling layer makes of one field of one number each.
    private func pooled(_ numbers: [Int16], averages: Bool) -> Int16 {
        var layer = mq_front_layer()
        (layer.columns, layer.taps, layer.stride, layer.dilation) = (1, UInt32(numbers.count), 1, 1)
        layer.averages = averages
        var ring = numbers
        var out: Int16 = 0
        mq_front_pool(&layer, &ring, &out)
        return out
    }

    @Test("pool to the largest number, and to the nearest of the mean, halves up, also below zero")
    func pooling() {
        #expect(pooled([-5, 7, 3], averages: false) == 7 && pooled([-5, -7], averages: false) == -5)
        #expect(pooled([.min, .min], averages: false) == .min)
        #expect(pooled([1, 2], averages: true) == 2 && pooled([-1, -2], averages: true) == -1)
        #expect(pooled([1, 1, 2], averages: true) == 1 && pooled([-1, -1, -2], averages: true) == -1)
        #expect(pooled([-2, -2, -1], averages: true) == -2)
        #expect(pooled([Int16](repeating: .max, count: 16_384), averages: true) == .max)
        #expect(pooled([Int16](repeating: .min, count: 16_384), averages: true) == .min)
    }

    private func refusal(_ change: (inout NetworkParts) -> Void) -> NetworkError? {
        let shape = NetworkDimensions(8, 4, 5, nil, [5], [4], front: [.convolution(3, over: 2), .maximum(of: 2)])
        var parts = NetworkParts(randomQuantizedNetwork(shape, carriesState: false, seed: 1).numbers)
        change(&parts)
        do throws(NetworkError) {
            _ = try parts.network()
            return nil
        } catch {
            return error
        }
    }

    @Test("are refused if they do not fit each other, are out of range, or stand beside a convolution over the window")
    func refusals() {
        #expect(refusal { _ in } == nil)
        let pool = { (field: SampleField, columns: Int) in
            QuantizedFrontLayer(field: field, columns: columns, operation: .average)
        }
        #expect(refusal { $0.front[1] = pool(SampleField(taps: 2), 4) } == .shape(layer: .front(1)))
        #expect(refusal { $0.front.append(pool(SampleField(taps: 2, isCausal: true), 3)) } == .format(layer: .front(2)))
        #expect(refusal { $0.front.append(pool(SampleField(taps: 2, dilation: 2), 3)) } == .format(layer: .front(2)))
        #expect(refusal { $0.front.append(pool(SampleField(taps: 16_385), 3)) } == .format(layer: .front(2)))
        #expect(refusal { $0.front.append(pool(SampleField(taps: 0), 3)) } == .format(layer: .front(2)))
        #expect(refusal { $0.front.append(pool(SampleField(taps: 2, stride: 65_537), 3)) } == .format(layer: .front(2)))
        #expect(refusal { $0.front[0] = pool(SampleField(taps: 2), 5) } == .shape(layer: .front(1)))
        #expect(
            refusal { parts in
                let map = parts.front[0].operation.map
                parts.front[0] = QuantizedFrontLayer(
                    field: SampleField(taps: 3), columns: 5,
                    operation: .convolution(map ?? parts.dense[0]))
            } == .shape(layer: .front(0)))
        #expect(refusal { $0.convolution = $0.front[0].convolution } == .shape(layer: .network))
        #expect(refusal { $0.front = Array(repeating: $0.front[1], count: 65) } == .tooLarge(layer: .network))
    }

    @Test("are refused for windows that fill no field, and without an LSTM for all that give more than one output")
    func windows() throws {
        let network = randomQuantizedNetwork(
            .init(8, 4, 5, nil, [5], [4], front: [.convolution(3, over: 3), .maximum(of: 2)]), carriesState: false, seed: 1)
        for length in 1...9 {
            let schedule = WindowSchedule(length: length, hop: 2)
            if length < 4 {
                #expect(throws: NetworkError.shape(layer: .front(1))) {
                    try NetworkWeights(network.numbers, schedule: schedule, statePolicy: .reset)
                }
            } else {
                _ = try NetworkWeights(network.numbers, schedule: schedule, statePolicy: .reset)
            }
        }
        let alone = randomQuantizedNetwork(
            .init(8, 4, 5, nil, [], [4], front: [.convolution(3, over: 3), .mean(of: 6)]), carriesState: false, seed: 1)
        for length in [7, 14] {
            #expect(throws: NetworkError.shape(layer: .front(1))) {
                try NetworkWeights(alone.numbers, schedule: WindowSchedule(length: length, hop: 2), statePolicy: .reset)
            }
        }
    }

    @Test("at their bounds agree with 64-bit sums that trap when they leave 32 bits")
    func bounds() throws {
        for seed in 0..<4 as Range<UInt64> {
            let network = randomQuantizedNetwork(frontShapes[5], carriesState: false, seed: seed)
            let first = try #require(network.numbers.front[0].convolution)
            let reference = ScalarReference(network)
            let classifier = WindowClassifier(try NetworkWeights(network))
            let columns = first.terms[0].columns
            for row in stride(from: 0, to: first.rows, by: 4) {
                for sign in [true, false] {
                    let window = (0..<20 * network.inputs).map { index -> Int16 in
                        (first.terms[0].weights[row * columns + index % columns] >= 0) == sign ? .max : .min
                    }
                    classifier.predict(window: window.span)
                    var state = reference.zeroState
                    let expected = reference.predict(window: window, state: &state)
                    #expect(expected.indices.map { classifier.probability(of: $0) } == expected)
                }
            }
        }
    }
}
