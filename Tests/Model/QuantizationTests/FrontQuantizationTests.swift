import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("Quantizing layers before the LSTM, and GRU layers")
struct FrontQuantizationTests {
    /// Motion of two people, of unlike strength: waves with noise.
    private static let sessions: [RecordedSession] = [0.5, 1].enumerated().map { number, strength in
        var generator = SeededGenerator(seed: UInt64(number) + 5)
        return RecordedSession(
            name: "s\(number)", subject: "p\(number)", labels: Array(repeating: "a", count: 300),
            timestamps: (0..<300).map { Double($0) * 20 },
            values: (0..<1800).map { index in
                let wave = sin(Double(index / 6) / Double(3 + index % 6))
                return Float(strength * (wave + Double.random(in: -0.5...0.5, using: &generator)))
            })
    }

    private static let networks: [FloatModel] = [
        randomFloatModel(
            seed: 1, window: 20, hop: 5, front: [.convolution(24, over: 5), .maximum(of: 2), .convolution(20, over: 3)], lstm: [18],
            dense: [5], weightScale: 0.3),
        randomFloatModel(
            seed: 2, window: 12, hop: 3, front: [.maximum(of: 2, every: 1), .convolution(9, over: 3, causal: true)], lstm: [9],
            dense: [4], policy: .carry),
        randomFloatModel(
            seed: 3, window: 16, hop: 4, front: [.convolution(12, over: 3, causal: true), .mean(of: 16)], lstm: [], dense: [9, 4]),
        randomFloatModel(seed: 4, window: 10, hop: 5, front: [.mean(of: 2)], lstm: [7], dense: [3]),
        randomFloatModel(seed: 5, window: 6, hop: 3, front: [.maximum(of: 6)], lstm: [], dense: [5, 3]),
        randomFloatModel(seed: 6, window: 20, hop: 5, lstm: [18, 9], cell: .gru, dense: [5], weightScale: 0.4),
        randomFloatModel(seed: 7, window: 12, hop: 3, lstm: [16], cell: .gru, dense: [4], policy: .carry),
    ]

    @Test("keeps every probability within 0.01 of the float network's, on motion as it was calibrated on", arguments: 0..<7)
    func closeness(_ index: Int) throws {
        let sessions = Self.sessions
        let model = Self.networks[index]
        let conversion = try Conversion(of: model, sessions: sessions)
        let pair = conversion.pair
        let stream = OwnedWindowStream(pair.weights)
        var oracle = FloatWindowStream(model)
        let columns = model.description.inputs.recordedColumns
        var (largest, windows) = (0.0, 0)
        for session in sessions {
            stream.restart()
            oracle.restart()
            for sample in 0..<session.count {
                let physical = session.quantities(columns, at: sample)
                let inputs = pair.description.inputs.quantized(physical, fractionBits: pair.quantized.inputFractionBits)
                let found = stream.push(inputs.span)
                let expected = oracle.push(physical)
                #expect((found == nil) == (expected == nil))
                guard let expected else { continue }
                windows += 1
                for (label, probability) in expected.probabilities.enumerated() {
                    largest = max(largest, (Double(stream.probability(of: label)) / 32_768 - probability).magnitude)
                }
            }
        }
        #expect(windows > 50)
        #expect(largest <= 0.01, "\(largest)")
        #expect(conversion.report.accumulatorShare <= 1 && conversion.report.accumulatorShare > 0.1)
    }

    @Test("without recordings holds for the bounds of what a sensor can give")
    func bounds() throws {
        for model in Self.networks {
            let pair = try Conversion(of: model, recordings: []).pair
            #expect(pair.quantized.front.map(\.field) == model.network.front.map(\.field))
        }
    }

    @Test("measures GRU layers by their own name, without a cell state")
    func gru() throws {
        let conversion = try Conversion(of: Self.networks[5], sessions: Self.sessions)
        let noise = try #require(conversion.report.noise)
        #expect(noise["GRU 1 cell"] == nil && noise["LSTM 1 hidden"] == nil)
        #expect((noise["GRU 2 hidden"]?.decibels ?? 0) > 60)
        #expect(conversion.report.layers.map(\.name) == ["inputs", "GRU 1", "GRU 2", "logits"])
        #expect(try #require(conversion.report.sources).rootMeanSquares.values.allSatisfy { $0 < 0.002 })
    }

    @Test("is measured layer by layer, and part by part: with weights alone in steps, a network is its integers' own")
    func measures() throws {
        let conversion = try Conversion(of: Self.networks[0], sessions: Self.sessions)
        let noise = try #require(conversion.report.noise)
        for name in ["convolution 1", "convolution 2"] {
            let place = try #require(noise[name])
            #expect(place.values > 1_000 && (place.decibels ?? 0) > 60, "\(name): \(place)")
        }
        #expect(noise["convolution 3"] == nil)
        #expect(conversion.report.layers.map(\.name) == ["inputs", "convolution 1", "convolution 2", "LSTM 1", "logits"])
        let sources = try #require(conversion.report.sources)
        #expect(sources.rootMeanSquares.values.allSatisfy { $0 < 0.002 } && sources.all < 0.002)
    }
}
