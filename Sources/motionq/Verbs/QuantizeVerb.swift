import ArgumentParser
import Formatting
import Models
import Quantization

struct QuantizeVerb: ParsableCommand, ReplacesItsModel {
    static let configuration = CommandConfiguration(
        commandName: "quantize",
        abstract: "Quantize a model's float network again, on recordings.",
        discussion: """
            45 ways to quantize are tried, and the one closest to the float network on the recordings is taken; without recordings the Q-formats \
            are bounds that no input exceeds. The report names each layer's steps, ranges, headroom, noise and saturation.

            \(allOptions(of: "quantize"))
            """)

    @OptionGroup var named: NamedModel
    @Option(name: .shortAndLong, help: "The model file to write; may be the same.") var output: OutputPath
    @OptionGroup var calibration: CalibrationOptions
    @Flag(help: "The report as one JSON object on standard output.") var json = false

    func validate() throws {
    }

    var replaceableModel: String? { named.path }

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: named.path)
            guard let source = model.floatModel else {
                throw Refusal(.badData, "\(named.path) holds no float network to quantize; import or train it again")
            }
            let conversion = try calibration.convert(source)
            let provenance = try model.provenance.merging(calibration.provenance(conversion.report)) { _, new in new }
            var quantized = conversion.model(provenance: provenance)
            quantized.decision = model.decision
            quantized.knownMotion = quantized.knownMotion ?? model.knownMotion
            try quantized.write(toFileAt: output.path)
            if model.exemplars != nil {
                Output.note(
                    "motionq: the examples that \(printable(named.path)) was taught by are left out: they hold what its network made of them "
                        + "before. Nothing can be added to \(printable(output.path)); teach --anew, or keep the taught model")
            }
            let notes = conversion.remarks.map(\.sentence)
            Output.report(conversion.report, from: named.path, to: output.path, notes: notes, json: json)
        }
    }
}
