import MotionCore
import Quantization
import Testing

@Suite("Instructions of a Cortex-M4")
struct InstructionTests {
    @Test(
        "of a step are those that QEMU counts (DEVICE.md), within a hundredth",
        arguments: [(6, 32, 7792), (6, 64, 22_050), (12, 16, 3676), (9, 32, 8208), (6, 128, 72_807)])
    func step(_ inputs: Int, _ units: Int, _ counted: Int) throws {
        let subject = try BenchmarkSubject(BenchmarkShape("x", window: 4, inputs: inputs, units: [units]), windows: 2)
        let said = CortexM4.step(subject.quantized.lstm[0])
        #expect((said - counted).magnitude * 100 <= counted, "\(said)")
    }

    @Test("of a sample are a step of every window in flight, the first product once, and the head once a hop")
    func sample() throws {
        let subject = try BenchmarkSubject(BenchmarkShape("x", window: 20, hop: 5, units: [32]), windows: 2)
        let network = subject.quantized
        let step = Double(CortexM4.step(network.lstm[0]))
        let overlapping = try #require(network.instructionsPerSample(of: WindowSchedule(length: 20, hop: 5)))
        let apart = try #require(network.instructionsPerSample(of: WindowSchedule(length: 20, hop: 20)))
        #expect(apart > step && apart < 1.01 * step)
        #expect(overlapping < 4 * apart && overlapping > 3.4 * apart)
    }
}
