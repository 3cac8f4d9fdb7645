import ArgumentParser
import BenchmarkNetworks
import Benchmarking
import Foundation
import LSTMEngine
import ModelFile

struct BenchVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Time the engine on this machine: windows, streams, decisions, bytes; and how exact Q15 is.",
        discussion: """
            Every kernel of this machine runs in turn with the others and with the float64 network, on random windows. \
            MOTIONQ_KERNEL names one to run alone. \
            Equal checksums mean equal bits; kernels that give different ones end it with 70.

            The shapes have random weights:
            S: 20 samples of 6 features, 32 units, 5 classes
            M: the same with 64 units
            U: 128 samples of 9 features, twice 32 units, 6 classes
            L: as S with 200 units and a dense layer of 128

            docs/BENCHMARKS.md says what each figure means.
            """)

    @Option(parsing: .upToNextOption, help: "Model files to time, instead of the shapes unless --shapes names some.")
    var model: [String] = []
    @Option(help: "Shapes, separated by commas. (default: S,M,U,L)") var shapes: String?
    @Option(help: "Rounds in which everything is timed once.") var rounds = 100
    @Option(help: "Random windows to compare with float64.") var windows = 1000
    @Flag(help: "Also time how cost grows with units, window and slots.") var sweep = false
    @Option(help: "Draw that growth in this SVG file; implies --sweep.") var chart: String?
    @Flag(help: "JSON Lines on standard output, one for each measurement.") var json = false

    func validate() throws {
        guard (1...10_000).contains(rounds) else { throw ValidationError("--rounds lies between 1 and 10000") }
        guard (1...100_000).contains(windows) else { throw ValidationError("--windows lies between 1 and 100000") }
        _ = try chosenShapes
        if let chart, model.contains(where: { CalibrationOptions.resolved($0) == CalibrationOptions.resolved(chart) }) {
            throw ValidationError("\(chart) would be overwritten by the chart; choose another --chart")
        }
    }

    func run() throws {
        try reportingRefusals {
            let models = try model.map { (path: $0, model: try Model(readingFileAt: $0)) }
            if let chart { try requireWritable(chart) }
            let race = Race(rounds: rounds)
            let kernels = try kernels
            begin(kernels)
            var results: [NetworkBenchmark] = []
            for shape in try chosenShapes { results.append(try time(try BenchmarkSubject(shape, windows: drawn), kernels, race)) }
            for entry in models { results.append(try time(try subject(entry.model, path: entry.path), kernels, race)) }
            let bytes = CodecBenchmark.run(race: race)
            let growth = sweep || chart != nil ? try Sweep(kernels: kernels, race: Race(rounds: max(1, rounds / 4))) : nil
            show(results, bytes, growth)
            if let growth, let chart { try write(SweepChart(growth).svg, to: chart) }
            warn(results, bytes, growth)
            try requireAgreement(results)
        }
    }

    private var chosenShapes: [BenchmarkShape] {
        get throws {
            guard let shapes else { return model.isEmpty ? BenchmarkShape.all : [] }
            let names = commaSeparated(shapes)
            let known = BenchmarkShape.all.map(\.name)
            guard !names.isEmpty else { throw ValidationError("--shapes needs one of \(known.joined(separator: ", "))") }
            return try names.map { name in
                guard let shape = BenchmarkShape.named(name) else {
                    throw ValidationError("there is no shape “\(name)”; there are \(known.joined(separator: ", "))")
                }
                return shape
            }
        }
    }

    private func subject(_ model: Model, path: String) throws -> BenchmarkSubject {
        guard let quantized = model.quantized else {
            throw Refusal(.badData, "\(path) holds no Q15 network; import or quantise it first")
        }
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return BenchmarkSubject(name: name, float: model.float, quantized: quantized, windows: drawn)
    }

    /// Windows to draw: the checksums need some, however few are compared.
    private var drawn: Int { max(windows, NetworkBenchmark.checkedWindows) }

    /// The environment's choice alone, or else all, fastest first.
    private var kernels: [Kernels] {
        get throws {
            Kernels.asked == nil ? Kernels.available : [try Kernels.preferred()]
        }
    }

    private func time(_ subject: BenchmarkSubject, _ kernels: [Kernels], _ race: Race) throws -> NetworkBenchmark {
        if !json { Output.note("Timing \(subject.name) …") }
        return try NetworkBenchmark(subject, kernels: kernels, race: race, compared: windows)
    }
}

// MARK: - What is shown

extension BenchVerb {
    private func begin(_ kernels: [Kernels]) {
        if json { return Output.json(BenchmarkLines.machine(kernels: kernels, rounds: rounds)) }
        let others = kernels.dropFirst().map(\.name)
        let beside = others.isEmpty ? "" : ", beside \(others.joined(separator: ", "))"
        Output.text("\(Machine.processor ?? "unknown processor"); kernel \(kernels[0].name)\(beside); medians of \(rounds) rounds")
        Output.text("")
    }

    private func show(_ results: [NetworkBenchmark], _ bytes: [Throughput], _ growth: Sweep?) {
        if json {
            let lines = results.flatMap { BenchmarkLines.network($0) } + BenchmarkLines.throughput(bytes)
            for line in lines + (growth.map { BenchmarkLines.sweep($0) } ?? []) { Output.json(line) }
        } else {
            let lines = BenchmarkTables.networks(results) + [""] + BenchmarkTables.throughput(bytes)
            for line in lines + (growth.map { [""] + BenchmarkTables.sweep($0) } ?? []) { Output.text(line) }
        }
    }

    /// Quartiles of fewer say nothing.
    private static var roundsForQuartiles: Int { 8 }

    /// A busy machine makes all figures doubtful.
    private func warn(_ results: [NetworkBenchmark], _ bytes: [Throughput], _ growth: Sweep?) {
        let kernels = results.flatMap(\.kernels)
        let times = kernels.flatMap { [$0.window, $0.sample] } + bytes.map(\.time) + (growth?.points.map(\.time) ?? [])
        let spread = times.filter { $0.rounds >= Self.roundsForQuartiles }.map(\.spread).max() ?? 0
        guard spread > 0.2 else { return }
        let percent = Int((spread * 100).rounded())
        Output.note(
            "motionq: the machine was busy (quartiles up to \(percent) % of a median apart); try again, or give more --rounds")
    }

    private func requireAgreement(_ results: [NetworkBenchmark]) throws {
        let names = results.filter { !$0.kernelsAgree }.map(\.name)
        guard !names.isEmpty else { return }
        let shown = names.joined(separator: ", ")
        throw Refusal(.software, "the kernels give different bits for \(shown), which they must not; please report this")
    }

    /// Refuses before the measurements what would fail behind them: the folder must take a new file, which then replaces what stood there.
    private func requireWritable(_ chart: String) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: chart, isDirectory: &isFolder)
        let folder = URL(fileURLWithPath: chart).deletingLastPathComponent().path
        guard !(exists && isFolder.boolValue), FileManager.default.isWritableFile(atPath: folder) else { throw unwritable(chart) }
    }

    private func unwritable(_ chart: String) -> Refusal {
        Refusal(.inputOutput, "\(chart) cannot be written; choose another --chart")
    }

    private func write(_ chart: String, to path: String) throws {
        do {
            try chart.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw unwritable(path)
        }
    }
}
