import ArgumentParser
import Benchmarking
import Files
import Formatting
import Foundation
import Models
import MotionCore
import Quantization

struct BenchVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Time the engine on this machine, and compare kernels.",
        discussion: """
            Every kernel runs in turn with the others and with the float64 network, on random windows; MOTIONQ_KERNEL names one to run \
            alone. If kernels give different bits, the exit code is 70. Shapes have random weights:
            S: 20 samples of 6 features, 32 units, 5 classes
            M: the same with 64 units
            U: 128 samples of 9 features, twice 32 units, 6 classes
            L: as S with 200 units and a dense layer of 128
            How exact a model is on real motion, motionq evaluate tells; docs/results/BENCHMARKS.md explains the figures.
            """)

    @Option(parsing: .upToNextOption, help: "Model files to time, instead of the shapes.") var model: [InputPath] = []
    @Option(help: "Shapes, separated by commas. (default: S,M,U,L)") var shapes: String?
    @Option(help: "Rounds in which everything is timed once.") var rounds = 100
    @Option(help: "Random windows of each shape to compare with float64.") var windows = 1000
    @Flag(
        help: "Also time how cost grows with units, window and slots, in a quarter of the rounds.") var sweep = false
    @Option(help: "Draw that growth in this SVG file; implies --sweep.") var chart: OutputPath?
    @Flag(help: "JSON Lines on standard output, one a measurement.") var json = false

    func validate() throws {
        guard (1...10_000).contains(rounds) else { throw ValidationError("--rounds lies between 1 and 10000") }
        guard (1...100_000).contains(windows) else { throw ValidationError("--windows lies between 1 and 100000") }
        _ = try chosenShapes
        let files = model.map { FileIdentity(of: $0.path) }
        for (index, file) in files.enumerated() where file != nil && files[..<index].contains(file) {
            throw ValidationError("--model names \(printable(model[index].path)) twice")
        }
    }

    func run() throws {
        try reportingRefusals {
            let kernels = try kernels
            let models = try model.map { try ReadModel(path: $0.path, kernels: kernels) }
            if let chart { try WholeFile.requireReplaceable(fileAt: chart.path) }
            begin(kernels)
            let results = try networks(models, kernels)
            let bytes = CodecBenchmark.run(race: race)
            if json { BenchmarkLines.throughput(bytes).forEach { Output.json($0) } }
            let growth = try growth(kernels)
            if !json { showTables(results, bytes, growth) }
            if let growth, let chart {
                try WholeFile.replace(fileAt: chart.path, with: Array(SweepChart(growth).svg.utf8))
                Output.noteLink(chart.path)
            }
            warn(results, bytes, growth)
            try requireAgreement(results)
        }
    }

    private var chosenShapes: [BenchmarkShape] {
        get throws {
            guard let shapes else { return model.isEmpty ? BenchmarkShape.all : [] }
            let names = shapes.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
            let known = BenchmarkShape.all.map(\.name).joined(separator: ", ")
            guard names != [""] else { throw ValidationError("--shapes needs one of \(known)") }
            guard !names.contains("") else { throw ValidationError("--shapes \(shapes) has a comma with no name beside it") }
            return try names.enumerated().map { index, name in
                guard let shape = BenchmarkShape.named(name) else {
                    throw ValidationError("there is no shape “\(name)”; there are \(known)")
                }
                guard !names[..<index].contains(name) else { throw ValidationError("--shapes names \(name) twice") }
                return shape
            }
        }
    }

    /// A model that can be timed.
    private struct ReadModel {
        let name: String
        let description: ModelDescription
        let float: FloatNetwork?
        let quantized: QuantizedNetwork

        /// Refuses what cannot be read, what has no Q15 network, and what the engine does not take.
        init(path: String, kernels: [Kernels]) throws {
            let model = try Model(readingFileAt: path)
            let quantized = try model.requireQuantized(in: path)
            for kernel in kernels { _ = try NetworkWeights(quantized, for: model.description, kernels: kernel) }
            description = model.description
            name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            float = model.float
            self.quantized = quantized
        }
    }

    /// Windows to draw: the checksums need some, however few are compared.
    private var drawn: Int { max(windows, NetworkBenchmark.checkedWindows) }

    /// The environment's choice alone, or else all, fastest first.
    private var kernels: [Kernels] {
        get throws {
            Kernels.asked == nil ? Kernels.available : [try Kernels.preferred()]
        }
    }

    private var race: Race { Race(rounds: rounds) }

    /// Times the shapes, then the models.
    private func networks(_ models: [ReadModel], _ kernels: [Kernels]) throws -> [NetworkBenchmark] {
        var results: [NetworkBenchmark] = []
        for shape in try chosenShapes {
            results.append(try time(shape.name, kernels) { try BenchmarkSubject(shape, windows: drawn) })
        }
        for model in models {
            let result = try time(model.name, kernels) {
                BenchmarkSubject(
                    name: model.name, description: model.description, float: model.float, quantized: model.quantized,
                    windows: NetworkBenchmark.checkedWindows)
            }
            results.append(result)
        }
        return results
    }

    /// Times a network, and with --json prints its lines, so that an interrupted benchmark has what it finished.
    private func time(
        _ name: String, _ kernels: [Kernels], _ subject: () throws -> BenchmarkSubject
    ) throws -> NetworkBenchmark {
        if !json { Output.note("Timing \(printable(name)) …") }
        let result = try NetworkBenchmark(try subject(), kernels: kernels, race: race, compared: windows)
        if json { BenchmarkLines.network(result).forEach { Output.json($0) } }
        return result
    }

    /// The sweep, if it is wanted.
    private func growth(_ kernels: [Kernels]) throws -> Sweep? {
        guard sweep || chart != nil else { return nil }
        if !json { Output.note("Timing growth …") }
        let growth = try Sweep(kernels: kernels, race: Race(rounds: Sweep.rounds(of: rounds)))
        if json { BenchmarkLines.sweep(growth).forEach { Output.json($0) } }
        return growth
    }
}

// MARK: - What is shown

extension BenchVerb {
    private func begin(_ kernels: [Kernels]) {
        if json { return Output.json(BenchmarkLines.machine(version: MotionQ.version, kernels: kernels, rounds: rounds)) }
        let others = kernels.dropFirst().map(\.name)
        let beside = others.isEmpty ? "" : ", beside \(others.joined(separator: ", "))"
        Output.text("\(Machine.processor ?? "unknown processor"); kernel \(kernels[0].name)\(beside); medians of \(rounds) rounds")
        Output.text("")
    }

    private func showTables(_ results: [NetworkBenchmark], _ bytes: [Throughput], _ growth: Sweep?) {
        let lines = BenchmarkTables.networks(results) + [""] + BenchmarkTables.throughput(bytes)
        for line in lines + (growth.map { [""] + BenchmarkTables.sweep($0) } ?? []) { Output.text(line) }
    }

    /// A busy machine makes all figures doubtful.
    private func warn(_ results: [NetworkBenchmark], _ bytes: [Throughput], _ growth: Sweep?) {
        let kernels = results.flatMap(\.kernels)
        let engine = kernels.flatMap { [$0.window, $0.sample] } + results.compactMap(\.oracle)
        let times = engine + bytes.map(\.time) + (growth?.points.map(\.time) ?? [])
        if let warning = Steadiness(times).warning { Output.note("motionq: \(warning.asCommand)") }
    }

    private func requireAgreement(_ results: [NetworkBenchmark]) throws {
        let names = results.filter { !$0.kernelsAgree }.map(\.name)
        guard !names.isEmpty else { return }
        let shown = names.joined(separator: ", ")
        throw Refusal(.software, "the kernels give different bits for \(shown), which they must not; please report this")
    }
}
