import MotionCore
import TestSupport
import Testing

@Suite("What the scalar reference shows an observer")
struct ObserverTests {
    private static let shape = NetworkDimensions(3, 1, 6, 16, [5, 4], [7, 3])

    @Test("every affine map in order: convolution, LSTM layers, dense layers")
    func order() throws {
        let network = randomQuantizedNetwork(Self.shape, carriesState: false, seed: 1)
        let reference = ScalarReference(network)
        var state = reference.zeroState
        var heard: [NetworkError.LayerName] = []
        _ = reference.predict(window: [Int16](repeating: 100, count: 18), state: &state) { layer, _ in heard.append(layer) }
        #expect(heard == [.convolution, .lstm(0), .lstm(1), .dense(0), .dense(1)])
    }

    @Test("without a convolution an LSTM layer is heard once a sample")
    func steps() throws {
        let network = randomQuantizedNetwork(.init(3, 1, 6, nil, [5], [3]), carriesState: false, seed: 1)
        let reference = ScalarReference(network)
        var state = reference.zeroState
        var heard: [NetworkError.LayerName] = []
        _ = reference.predict(window: [Int16](repeating: 100, count: 18), state: &state) { layer, _ in heard.append(layer) }
        #expect(heard == [.lstm(0), .lstm(0), .lstm(0), .dense(0)])
    }

    @Test("the values are those before saturation: they leave 16 bits where inputs and weights are extreme")
    func unsaturated() throws {
        let network = randomQuantizedNetwork(Self.shape, carriesState: false, seed: 1)
        let reference = ScalarReference(network)
        var state = reference.zeroState
        var largest: Int32 = 0
        _ = reference.predict(window: [Int16](repeating: .max, count: 18), state: &state) { layer, sums in
            if layer == .convolution { largest = max(largest, sums.map { abs($0) }.max() ?? 0) }
        }
        #expect(largest > 32767)
    }
}
