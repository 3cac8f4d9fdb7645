import Models
import MotionCore
import Quantization
import Testing

@Suite("The networks that are timed")
struct ShapeTests {
    @Test(
        "have known dimensions and numbers of multiplications",
        arguments: [
            // 20 · 128 · (6 + 32) + 5 · 32; per sample of a stream 128 · 6 + 4 · 128 · 32 + 5 · 32 / 5
            ("S", 20, 5, 6, [32], 97_440, 17_184.0),
            ("M", 20, 5, 6, [64], 358_720, 67_136.0),
            ("U", 128, 32, 9, [32, 32], 1_720_512, 50_310.0),
            ("L", 20, 5, 6, [200], 3_322_240, 650_048.0),
        ])
    func dimensions(
        name: String, window: Int, hop: Int, inputs: Int, units: [Int], perWindow: Int, perSample: Double
    ) throws {
        let shape = try #require(BenchmarkShape.named(name))
        let subject = try BenchmarkSubject(shape, windows: 2)
        let schedule = subject.description.schedule
        #expect(schedule == WindowSchedule(length: window, hop: hop))
        #expect(subject.quantized.inputs == inputs)
        #expect(subject.float?.lstm.map(\.units) == units)
        #expect(subject.quantized.multiplicationsPerWindow(of: schedule) == perWindow)
        #expect(subject.quantized.multiplicationsPerSample(of: schedule) == perSample)
        #expect(subject.inputs.count == 2 * window * inputs)
    }

    @Test("multiply as much in a stream as in whole windows where windows do not overlap", arguments: [4, 8])
    func apart(hop: Int) throws {
        let subject = try BenchmarkSubject(BenchmarkShape("x", window: 4, hop: hop, units: [8]), windows: 2)
        let (network, schedule) = (subject.quantized, subject.description.schedule)
        #expect(
            network.multiplicationsPerSample(of: schedule) * Double(hop) == Double(network.multiplicationsPerWindow(of: schedule)))
    }

    @Test("have features with different names, as the importer wants them")
    func names() {
        for shape in BenchmarkShape.all { #expect(Set(shape.featureNames).count == shape.inputs) }
    }

    @Test("have recurrent weights with perpendicular columns of length 1")
    func orthonormal() throws {
        let weights = BenchmarkShape("x", window: 4, units: [12]).model().network.lstm[0].hiddenWeights
        for a in 0..<12 {
            for b in 0...a {
                let product = (0..<48).reduce(Float(0)) { $0 + weights[$1, a] * weights[$1, b] }
                #expect(abs(product - (a == b ? 1 : 0)) < 1e-4)
            }
        }
    }

    @Test("differ with the seed and are equal with the same")
    func seeds() {
        let shape = BenchmarkShape.all[0]
        #expect(shape.model(seed: 3) == shape.model(seed: 3))
        #expect(shape.model(seed: 3) != shape.model(seed: 4))
    }
}

@Suite("Random windows")
struct MotionNoiseTests {
    @Test("have a variance of 1, a correlation of 0.9 from sample to sample, and stay within ±4")
    func statistics() {
        let values = MotionNoise.windows(400, window: 50, inputs: 2, seed: 5)
        #expect(values.count == 400 * 50 * 2)
        #expect(values.allSatisfy { abs($0) <= 4 })
        let variance = values.reduce(0) { $0 + Double($1 * $1) } / Double(values.count)
        #expect(abs(variance - 1) < 0.1)
        var shared = 0.0
        var pairs = 0.0
        for index in 0..<values.count - 2 where index / 100 == (index + 2) / 100 {
            shared += Double(values[index] * values[index + 2])
            pairs += 1
        }
        #expect(abs(shared / pairs / variance - 0.9) < 0.03)
    }
}

@Suite("Floats become inputs")
struct InputConverterTests {
    @Test("rounded to nearest, ties to even, saturated")
    func values() {
        let given: [Float] = [0, 1, -1, 0.5, 1.5, -0.5, -1.5, 0.49, 7.25, 5000, -5000, 1e30, -1e30]
        var inputs = [Int16](repeating: 99, count: given.count)
        InputConverter(fractionBits: 0).convert(given, count: given.count, into: &inputs)
        #expect(inputs == [0, 1, -1, 0, 2, 0, -2, 0, 7, 5000, -5000, 32767, -32768])
        InputConverter(fractionBits: 12).convert(given, count: given.count, into: &inputs)
        #expect(inputs[1] == 4096)
        #expect(inputs[8] == 29_696)
        #expect(inputs[9] == 32767)
        #expect(inputs[10] == -32768)
    }
}
