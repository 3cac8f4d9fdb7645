import Benchmarking
import Models
import MotionCore
import Quantization
import Testing

@Suite("A network's figures")
struct NetworkBenchmarkTests {
    private static let race = Race(rounds: 1, burstNanoseconds: 1_000)

    private func benchmark(_ name: String, windows: Int, seed: UInt64 = 1) throws -> NetworkBenchmark {
        let shape = try #require(BenchmarkShape.named(name))
        return try NetworkBenchmark(
            try BenchmarkSubject(shape, windows: windows, seed: seed), race: Self.race, compared: windows)
    }

    @Test("Q15 stays within 0.001 of float64 on 200 windows, with every kernel", arguments: ["S", "M"])
    func exactness(name: String) throws {
        for figures in try benchmark(name, windows: 200).kernels {
            #expect(try #require(figures.largestDifference) <= 0.001, "\(figures.kernel)")
        }
    }

    @Test("all windows asked for are compared")
    func compared() throws {
        #expect(try benchmark("S", windows: 30).comparedWindows == 30)
    }

    @Test("kernels agree", arguments: ["S", "M"])
    func agreement(name: String) throws {
        #expect(try benchmark(name, windows: 300).kernelsAgree)
    }

    @Test("kernels disagree that differ in one probability of their last window")
    func disagreement() {
        let windows = [Int16](repeating: 100, count: 5 * 300)
        var others = windows
        others[5 * 300 - 1] += 1
        #expect(!allEqual([windows, windows, others]))
    }

    @Test("have a checksum that the seed decides, and no number of windows beyond 256")
    func checksums() throws {
        let first = try benchmark("S", windows: 256).kernels[0].checksum
        #expect(try benchmark("S", windows: 300).kernels[0].checksum == first)
        #expect(try benchmark("S", windows: 256, seed: 2).kernels[0].checksum != first)
    }

    @Test(
        "say that nothing was allocated",
        .enabled(if: allocations {} != nil, "malloc can be counted with glibc and without a sanitizer only"))
    func noAllocations() throws {
        for figures in try benchmark("S", windows: 64).kernels {
            #expect(figures.windowAllocations == 0, "\(figures.kernel)")
            #expect(figures.sampleAllocations == 0, "\(figures.kernel)")
        }
    }

    @Test("say what memory is taken")
    func memory() throws {
        let figures = try benchmark("S", windows: 64).kernels[0]
        #expect(figures.packedBytes > 4 * 32 * 38 * 2)
        #expect(figures.workingBytes > 0)
    }

    @Test("hide no push: the longest kind takes at least as long as the one that decides")
    func pushes() throws {
        for figures in try benchmark("S", windows: 64).kernels {
            #expect(figures.decision.samplesAfterDecision == 0)
            #expect(figures.longestPush.median >= figures.decision.median)
            #expect(figures.longestPush.count == figures.decision.count)
        }
    }

    @Test("fit a terminal of 100 columns, for all shapes", arguments: BenchmarkShape.all.map(\.name))
    func width(name: String) throws {
        for line in BenchmarkTables.networks([try benchmark(name, windows: 8)]) { #expect(line.count <= 100, "\(line)") }
    }

    @Test(
        "have names of at most 16 characters, longer ones cut",
        arguments: [("abcdefghijklmnop", "abcdefghijklmnop"), ("abcdefghijklmnopq", "abcdefghijklmno…"), ("", "")])
    func names(name: String, shown: String) {
        #expect(BenchmarkTables.shortened(name) == shown)
    }

    @Test("of a model are not compared with float64: its formats do not fit random windows")
    func model() throws {
        let subject = try BenchmarkSubject(BenchmarkShape.all[0], windows: 8)
        let model = BenchmarkSubject(
            name: "model", description: subject.description, float: subject.float, quantized: subject.quantized, windows: 8)
        let result = try NetworkBenchmark(model, race: Self.race, compared: 8)
        #expect(result.oracle != nil)
        #expect(result.comparedWindows == 0)
        for figures in result.kernels { #expect(figures.largestDifference == nil) }
    }

    @Test("of a network that carries its state: the windows timed go on from each other, those of the checksum begin from zero")
    func carried() throws {
        let model = BenchmarkShape.all[0].model()
        var description = model.description
        let values = MotionNoise.windows(4, window: description.window, inputs: 6, seed: 1)
        let quantized = try model.network.quantized(fittedTo: values, length: description.window)
        description.statePolicy = .carry
        let carrying = BenchmarkSubject(
            name: "carrying", description: description, float: nil, quantized: quantized, windows: 4)
        let weights = try carrying.weights()
        #expect(weights.shape.carriesState)
        let first = WindowRun(weights, carrying)
        let expected = first.probabilities()
        let once = first.run(4)
        #expect(first.run(4) != once)
        #expect(first.probabilities() == expected)

        description.statePolicy = .reset
        let resetting = BenchmarkSubject(
            name: "resetting", description: description, float: nil, quantized: quantized, windows: 4)
        let second = WindowRun(try resetting.weights(), resetting)
        #expect(second.probabilities() == expected)
        let again = second.run(4)
        #expect(second.run(4) == again)
    }

    @Test("of a model without its float network lack the oracle's")
    func withoutOracle() throws {
        let subject = try BenchmarkSubject(BenchmarkShape.all[0], windows: 8)
        let bare = BenchmarkSubject(
            name: "bare", description: subject.description, float: nil, quantized: subject.quantized, windows: 8)
        let result = try NetworkBenchmark(bare, race: Self.race, compared: 8)
        #expect(result.oracle == nil)
        #expect(result.kernels[0].largestDifference == nil)
        #expect(BenchmarkTables.networks([result]).contains { $0.contains("bare") && $0.contains("–") })
    }

    @Test("of bytes cover the codec and recordings")
    func bytes() {
        let results = CodecBenchmark.run(race: Self.race)
        #expect(results.map(\.bytesPerItem).prefix(5) == [62, 63, 58, 64, 64])
        #expect(results.count == 6)
    }

    @Test(
        "of the codec say that nothing was allocated",
        .enabled(if: allocations {} != nil, "malloc can be counted with glibc and without a sanitizer only"))
    func codecAllocations() {
        for result in CodecBenchmark.run(race: Self.race).prefix(5) { #expect(result.allocations == 0, "\(result.name)") }
    }

    @Test("of decoding are those of a decoder that takes every frame")
    func everyFrame() {
        let codec = CodecRun()
        _ = codec.decode(300)
        #expect(codec.decodedFrames == 300)
    }
}
