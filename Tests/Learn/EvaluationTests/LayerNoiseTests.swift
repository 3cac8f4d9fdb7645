import Evaluation
import Foundation
import Models
import MotionCore
import Quantization
import TestSupport
import Testing

@Suite("Signal and noise, place by place")
struct LayerNoiseTests {
    @Test("the places follow the data's way through the network")
    func places() throws {
        let model = randomFloatModel(seed: 2, convolution: 6, lstm: [4, 3], dense: [5, 3])
        let names = try LayerNoiseMeter(pair(model)).noise.places.map(\.name)
        let wanted = [
            "inputs", "convolution", "LSTM 1 gates", "LSTM 1 hidden", "LSTM 1 cell", "LSTM 2 gates", "LSTM 2 hidden", "LSTM 2 cell",
            "dense 1", "logits",
        ]
        #expect(names == wanted)
    }

    @Test("numbers that both arithmetics hold exactly have no noise")
    func noNoise() throws {
        var meter = try LayerNoiseMeter(silentPair())
        meter.measure([constantSession(0.5, samples: 40, label: "rest")])
        #expect(meter.noise.places.allSatisfy { $0.decibels == nil || $0.decibels == .infinity })
    }

    @Test("the inputs' ratio by hand: one number, one rounding error")
    func byHand() throws {
        let pair = try silentPair()
        var meter = LayerNoiseMeter(pair)
        meter.measure([constantSession(0.3, samples: 40, label: "rest")])
        let x = Double(Float(0.3))
        let step = Foundation.pow(2, -Double(pair.quantized.inputFractionBits))
        let error = x - (x / step).rounded() * step
        #expect(((meter.noise["inputs"]?.decibels ?? 0) - 20 * log10(x / error.magnitude)).magnitude < 1e-9)
    }

    @Test("every input that does not fit 16 bits is counted")
    func saturation() throws {
        let model = randomFloatModel(seed: 1, lstm: [4], dense: [2])
        var ranges = ActivationRanges(boundsOf: model)
        // With the headroom of 2, 13 fraction bits: −4 … 4.
        ranges.inputs = ranges.inputs.map { _ in 1 }
        var meter = try LayerNoiseMeter(NetworkPair(model, quantized: Quantizer.quantize(model.network, ranges: ranges)))
        meter.measure([constantSession(4.5, samples: 8, label: "rest")])
        #expect(meter.noise["inputs"]?.saturated == 48)
    }

    @Test("a network quantized within its ranges clips nothing and keeps 40 dB everywhere, with and without a convolution")
    func realistic() throws {
        for convolution in [nil, 7] {
            let model = randomFloatModel(seed: 3, convolution: convolution, lstm: [6, 5], dense: [7, 3], policy: .carry)
            var meter = try LayerNoiseMeter(pair(model))
            meter.measure([randomSession(samples: 400) { _ in "rest" }])
            #expect(meter.noise.saturated == 0)
            for place in meter.noise.places { #expect((place.decibels ?? 99) > 40, "\(place.name)") }
        }
    }

    @Test("of long recordings the same share of each session is taken, and at least a window")
    func share() throws {
        var meter = try LayerNoiseMeter(silentPair())
        // 8 samples a window, one every 4: 99, 49 and 1 windows.
        meter.measure([400, 200, 8].map { randomSession(samples: $0) { _ in "rest" } }, windows: 30)
        #expect(meter.noise.windows == 99 * 30 / 149 + 49 * 30 / 149 + 1)
    }

    @Test("the integer network's cost: 16 × 2 tiles of weights, shifts, biases and tables, in whole cache lines")
    func bytes() throws {
        let model = randomFloatModel(seed: 1, lstm: [4], dense: [2])
        let pair = try pair(model)
        // LSTM: 16 rows × (3 + 2) pairs; dense: 16 rows × 2 pairs; per map 64 for each array of shifts, output shifts and 16
        // biases; a line for each matrix's description, one for those of the LSTM and of the dense layers, two for the network's; 8
        // bytes for each of 256 tanh chords, and 257 exponentials.
        let lstm = 16 * 5 * 4 + 2 * 64 + 64 + 64
        let dense = 16 * 2 * 4 + 64 + 64 + 64
        #expect(pair.q15Cost.bytes == lstm + dense + 3 * 64 + 64 + 64 + 128 + 256 * 8 + 257 * 4)
        #expect(pair.floatCost.bytes == (16 * 6 + 16 * 4 + 16 + 2 * 4 + 2) * 4)
    }
}
