import BenchmarkNetworks
import Benchmarking
import Testing

@Suite("A network's figures")
struct NetworkBenchmarkTests {
    private static let race = Race(rounds: 1, burstNanoseconds: 1_000)

    private func benchmark(_ name: String, windows: Int, seed: UInt64 = 1) throws -> NetworkBenchmark {
        let shape = try #require(BenchmarkShape.named(name))
        return try NetworkBenchmark(
            try BenchmarkSubject(shape, windows: windows, seed: seed), race: Self.race, compared: windows)
    }

    @Test("Q15 stays within 0.001 of float64 on 200 windows", arguments: ["S", "M"])
    func exactness(name: String) throws {
        let result = try benchmark(name, windows: 200)
        #expect(result.comparedWindows == 200)
        #expect(try #require(result.largestDifference) <= 0.001)
        #expect(result.kernelsAgree)
    }

    @Test("have a checksum that the seed decides, and no number of windows beyond 256")
    func checksums() throws {
        let first = try benchmark("S", windows: 256).kernels[0].checksum
        #expect(try benchmark("S", windows: 300).kernels[0].checksum == first)
        #expect(try benchmark("S", windows: 256, seed: 2).kernels[0].checksum != first)
    }

    @Test("say that nothing was allocated, and what memory is taken")
    func memory() throws {
        let figures = try benchmark("S", windows: 64).kernels[0]
        #expect(figures.windowAllocations ?? 0 == 0)
        #expect(figures.sampleAllocations ?? 0 == 0)
        #expect(figures.packedBytes > 4 * 32 * 38 * 2)
        #expect(figures.workingBytes > 0)
        #expect(figures.decisions > 0)
    }

    @Test("of a model without its float network lack the oracle's")
    func withoutOracle() throws {
        let subject = try BenchmarkSubject(BenchmarkShape.all[0], windows: 8)
        let bare = BenchmarkSubject(name: "bare", float: nil, quantized: subject.quantized, windows: 8)
        let result = try NetworkBenchmark(bare, race: Self.race, compared: 8)
        #expect(result.oracle == nil)
        #expect(result.largestDifference == nil)
        #expect(BenchmarkTables.networks([result]).contains { $0.contains("bare") && $0.contains("–") })
    }

    @Test("of bytes cover the codec and recordings, and the decoder takes every frame")
    func bytes() {
        let results = CodecBenchmark.run(race: Self.race)
        #expect(results.map(\.bytesPerItem).prefix(5) == [62, 63, 58, 64, 64])
        #expect(results.count == 6)
        for result in results.prefix(5) { #expect(result.allocations ?? 0 == 0) }
        #expect(CodecBenchmark.acceptsEveryFrame)
    }
}
