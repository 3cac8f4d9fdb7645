import MotionCore
import Quantization
import Testing

@Suite("What a network costs on a chip")
struct ChipTests {
    private func network(_ inputs: Int, _ units: Int) throws -> QuantizedNetwork {
        try BenchmarkSubject(BenchmarkShape("x", window: 4, inputs: inputs, units: [units]), windows: 2).quantized
    }

    /// Of the LSTM alone: a window of one sample, less the head.
    private func step(_ network: QuantizedNetwork) throws -> Double {
        let once = try #require(ChipCore.cortexM0Plus.instructionsPerSample(network, of: WindowSchedule(length: 1, hop: 1)))
        return once - ScalarCost.cortexM0Plus.perMultiplication
            * Double(network.dense.reduce(0) { $0 + $1.affine.terms[0].weights.count })
    }

    @Test("a Cortex-M0+'s step is the one that QEMU counts (DEVICE.md)", arguments: [(32, 36_797), (64, 111_933)])
    func counted(_ units: Int, _ counted: Int) throws {
        let said = try step(network(6, units))
        #expect(abs(said - Double(counted)) < 1, "\(said)")
    }

    /// Multiplications of a step: four gates of every unit with all inputs and all units.
    private func multiplications(_ inputs: Int, _ units: Int) -> Double { Double(4 * units * (inputs + units)) }

    @Test(
        "so many for a multiplication and so many for a unit, found on two shapes, meet the others within 3 %: plain C on a Cortex-M4",
        arguments: [(12, 16, 9_068.0), (9, 32, 22_452), (6, 128, 211_526)])
    func form(_ inputs: Int, _ units: Int, _ counted: Double) {
        let (small, large) = (21_004.0, 62_521.0)
        let each = (large - 2 * small) / (multiplications(6, 64) - 2 * multiplications(6, 32))
        let unit = (small - each * multiplications(6, 32)) / 32
        let said = each * multiplications(inputs, units) + unit * Double(units)
        #expect(abs(said / counted - 1) < 0.03, "\(said)")
    }

    @Test("a Cortex-M33 runs the kernels of the M4, a Cortex-M0+ takes four to six times as long")
    func chips() throws {
        let network = try network(6, 32)
        let schedule = WindowSchedule(length: 20, hop: 5)
        let costs = try ChipCore.reported.map { try #require($0.instructionsPerSample(network, of: schedule)) }
        #expect(costs[1] == costs[2] && costs[0] / costs[1] > 4 && costs[0] / costs[1] < 6)
    }
}
