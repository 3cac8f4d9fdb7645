import MotionCore
import Randomness
import Testing

@Suite("The channel normaliser")
struct ChannelNormaliserTests {
    /// Bounds, their neighbours and zero.
    static let counts: [Int16] = [-32768, -32767, -16384, -1, 0, 1, 2, 16383, 32766, 32767]

    /// What real arithmetic gives, held to 16 bits.
    private func exact(_ count: Int16, gain: Double, bias: Double) -> Double {
        max(-32768, min(32767, Double(count) * gain + bias))
    }

    /// A magnitude drawn evenly on a logarithmic scale from 2^low to 2^high, of either sign.
    private func logarithmic(_ low: Double, _ high: Double, using generator: inout SeededGenerator) -> Double {
        let exponent = Double.random(in: low...high, using: &generator)
        let whole = exponent.rounded(.down)
        let magnitude = Double(sign: .plus, exponent: Int(whole), significand: 1 + exponent - whole)
        return Bool.random(using: &generator) ? magnitude : -magnitude
    }

    struct Known: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gain: Double
        let bias: Double
        let count: Int16
        let input: Int16
    }

    static let known = [
        Known(testDescription: "the identity", gain: 1, bias: 0, count: 12345, input: 12345),
        Known(testDescription: "the identity at the lower bound", gain: 1, bias: 0, count: -32768, input: -32768),
        Known(testDescription: "a change of sign saturates at the lower bound", gain: -1, bias: 0, count: -32768, input: 32767),
        Known(testDescription: "a half rounds upwards", gain: 0.5, bias: 0, count: 3, input: 2),
        Known(testDescription: "a negative half rounds upwards", gain: 0.5, bias: 0, count: -3, input: -1),
        Known(testDescription: "an offset alone", gain: 0, bias: -250.25, count: 32767, input: -250),
        Known(testDescription: "gain and offset", gain: 2.5, bias: 10, count: 100, input: 260),
        Known(testDescription: "large terms that cancel", gain: 32768, bias: 1_073_741_824, count: -32768, input: 0),
    ]

    @Test("gives known inputs for known counts", arguments: known)
    func knownValues(_ example: Known) {
        let normaliser = ChannelNormaliser(gain: example.gain, bias: example.bias)
        #expect(normaliser?.input(forCount: example.count) == example.input)
    }

    @Test("is within half a step and 2⁻¹⁴ of the value of real arithmetic for 20,000 gains and biases of a sensor's size")
    func accuracy() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let gain = logarithmic(-30, 8, using: &generator)
            let bias = logarithmic(-20, 14, using: &generator)
            let normaliser = try #require(ChannelNormaliser(gain: gain, bias: bias))
            for count in Self.counts + [Int16.random(in: .min ... .max, using: &generator)] {
                let value = exact(count, gain: gain, bias: bias)
                let error = abs(Double(normaliser.input(forCount: count)) - value)
                #expect(error <= 0.5 + abs(value) / 16384, "gain \(gain), bias \(bias), count \(count)")
            }
        }
    }

    @Test("is within half a step and 2⁻²⁹ of its two terms for every gain and bias it accepts")
    func accuracyOfEverything() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let gain = logarithmic(-60, 15.99, using: &generator)
            let bias = logarithmic(-60, 29.99, using: &generator)
            let normaliser = try #require(ChannelNormaliser(gain: gain, bias: bias))
            for count in Self.counts + [Int16.random(in: .min ... .max, using: &generator)] {
                let error = abs(Double(normaliser.input(forCount: count)) - exact(count, gain: gain, bias: bias))
                // The last term is the resolution of a tiny gain at shift 46.
                let terms = abs(Double(count) * gain) + abs(bias)
                #expect(error <= 0.5 + terms * 0x1p-29 + 0x1p-31, "gain \(gain), bias \(bias), count \(count)")
            }
        }
    }

    @Test("rises or falls with the count over all 65,536 counts and never wraps", arguments: [65535.9, 300.7, 1.0, -1.0, -40000.5])
    func monotone(_ gain: Double) throws {
        let normaliser = try #require(ChannelNormaliser(gain: gain, bias: 1000))
        var previous = normaliser.input(forCount: .min)
        for count in Int16.min ... .max {
            let input = normaliser.input(forCount: count)
            #expect(gain > 0 ? input >= previous : input <= previous, "count \(count)")
            previous = input
        }
    }

    @Test("saturates where gain and offset are the largest it accepts, at every pair of signs")
    func saturation() throws {
        for (gain, bias) in [(65535.999, 0x1p30), (65535.999, -0x1p30), (-65535.999, 0x1p30), (-65535.999, -0x1p30)] {
            let normaliser = try #require(ChannelNormaliser(gain: gain, bias: bias))
            for count in [Int16.min, -30000, 0, 30000, .max] {
                let value = Double(count) * gain + bias
                #expect(
                    normaliser.input(forCount: count) == (value > 0 ? 32767 : -32768), "gain \(gain), bias \(bias), count \(count)")
            }
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gain: Double
        let bias: Double
    }

    static let refusals = [
        Refusal(testDescription: "a gain that is no number", gain: .nan, bias: 0),
        Refusal(testDescription: "an infinite gain", gain: -.infinity, bias: 0),
        Refusal(testDescription: "an offset that is no number", gain: 1, bias: .nan),
        Refusal(testDescription: "an infinite offset", gain: 1, bias: .infinity),
        Refusal(testDescription: "a gain of 2¹⁶", gain: 65536, bias: 0),
        Refusal(testDescription: "a gain of −2¹⁶", gain: -65536, bias: 0),
        Refusal(testDescription: "an offset beyond 2³⁰", gain: 1, bias: 0x1p30 + 1),
        Refusal(testDescription: "an offset beyond −2³⁰", gain: 1, bias: -0x1p30 - 1),
    ]

    @Test("refuses what it cannot express", arguments: refusals)
    func refused(_ example: Refusal) {
        #expect(ChannelNormaliser(gain: example.gain, bias: example.bias) == nil)
    }

    @Test("keeps its three numbers within the ranges that its documentation states")
    func ranges() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let gain = logarithmic(-300, 15.99, using: &generator)
            let bias = logarithmic(-300, 29.99, using: &generator)
            let normaliser = try #require(ChannelNormaliser(gain: gain, bias: bias))
            #expect(normaliser.multiplier.magnitude < 1 << 30)
            #expect(normaliser.addend.magnitude <= 1 << 50)
            #expect((1...46).contains(normaliser.shift))
        }
    }
}
