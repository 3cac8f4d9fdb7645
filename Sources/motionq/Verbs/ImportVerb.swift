import ArgumentParser
import Foundation
import LSTMEngine
import ModelConversion
import ModelFile
import Recording
import ReferenceModel

struct ImportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over a network that was trained elsewhere, and quantise it to Q15.",
        discussion: """
            Reads a Core ML activity classifier (.mlmodel). What the file says itself need not be given. With --calibrate the Q-formats \
            fit the ranges seen on recordings; without it they are bounds that no input exceeds, at a cost in precision.
            """)

    @Argument(help: "The file to import.") var source: String
    @Option(name: .shortAndLong, help: "The model file to write.") var output: String
    @Option(parsing: .upToNextOption, help: "Recordings (CSV) that show the ranges.") var calibrate: [String] = []
    @Option(help: "Labels in the order of the outputs, separated by commas.") var labels: String?
    @Option(help: "Window length in samples.") var window: Int?
    @Option(help: "Samples between two windows.") var hop: Int?
    @Option(help: "Samples per second; else the calibration recordings' rate.") var rate: Double?
    @Option(help: "Features in the order of the inputs, of ax ay az (g) and gx gy gz (rad/s), separated by commas.") var inputs:
        String?
    @Option(help: "The label that means that nothing happens.") var rest: String?
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false

    func validate() throws {
        for name in inputs.map({ list($0) }) ?? [] where !RecordedSession.channelNames.contains(name) {
            throw ValidationError("--inputs knows \(RecordedSession.channelNames.joined(separator: ", ")), not “\(name)”")
        }
        let output = URL(filePath: output).resolvingSymlinksInPath().path
        for path in [source] + calibrate where URL(filePath: path).resolvingSymlinksInPath().path == output {
            throw ValidationError("\(path) would be overwritten by the model; choose another --output")
        }
    }

    func run() throws {
        try reportingRefusals {
            guard source.lowercased().hasSuffix(".mlmodel") else {
                throw Refusal(.usage, "\(source) is no .mlmodel; this version imports Core ML models only")
            }
            var network = try CoreMLImporter.network(fromFileAt: source, overrides: overrides)
            let recordings = try calibrate.map { try readRecording($0, userAcceleration: userAcceleration) }
            if network.rate == nil { network.rate = recordings.first?.sessions.first?.rate.map { ($0 * 100).rounded() / 100 } }
            for recording in recordings { try checkRate(of: recording, against: network.rate, model: output) }
            var ranges = try ranges(for: network, recordings)
            network = network.balancingInputs(&ranges)
            let quantized = try Quantiser.quantise(network, ranges: ranges)
            let model = Model(float: network, quantized: quantized, provenance: provenance(recordings, ranges))
            try model.write(toFileAt: output)
            describe(model, ranges)
        }
    }

    private var overrides: ImportOverrides {
        get throws {
            var overrides = ImportOverrides()
            overrides.labels = labels.map { list($0) }
            overrides.window = window
            overrides.hop = hop
            overrides.rate = rate
            overrides.restLabel = rest
            overrides.inputs = inputs.map { list($0).map { InputFeature(name: $0) } }
            return overrides
        }
    }

    private func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func ranges(for network: FloatNetwork, _ recordings: [Recording]) throws -> ActivationRanges {
        guard !recordings.isEmpty else { return ActivationRanges(boundsOf: network) }
        var calibration = try Calibration(network)
        for recording in recordings {
            for session in recording.sessions { calibration.observe(session) }
        }
        guard calibration.ranges.windows > 0 else {
            throw Refusal(.badData, "the calibration recordings hold no window of \(network.window) samples; give longer ones")
        }
        return calibration.ranges
    }

    private func provenance(_ recordings: [Recording], _ ranges: ActivationRanges) -> [String: String] {
        let names = recordings.map { URL(fileURLWithPath: $0.path).lastPathComponent }
        return [
            "source": URL(fileURLWithPath: source).lastPathComponent,
            "calibration": names.isEmpty ? "bounds" : names.joined(separator: ","),
            "calibration_windows": "\(ranges.windows)",
        ]
    }

    private func describe(_ model: Model, _ ranges: ActivationRanges) {
        Output.note("\(source) → \(output): \(model.description.labels.joined(separator: ", "))")
        if ranges.windows > 0 {
            Output.note("Q-formats fit \(ranges.windows) windows of \(calibrate.count) recordings.")
        } else {
            let bits = model.quantized?.convolution?.outputFractionBits ?? model.quantized?.inputFractionBits ?? 0
            Output.note(
                """
                Q-formats are safe bounds (±16 g, ±2000 °/s; first layer in steps of 2^\(-bits)); --calibrate with recordings gives finer steps.
                """)
        }
        if model.description.rate == nil {
            Output.note("The source names no sampling rate; give --rate, so that `motionq run` can check the device against it.")
        }
    }
}
