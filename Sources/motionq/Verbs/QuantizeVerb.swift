import ArgumentParser
import Formatting
import Models
import Quantization

struct QuantizeVerb: ParsableCommand, ReplacesItsModel {
    static let configuration = CommandConfiguration(
        commandName: "quantize",
        abstract: "Quantize a model's float network to Q15 again, fitted to recordings, and say what it cost.",
        discussion: """
            Takes a model file that holds a float network; those of other programs need motionq import first. With --calibrate the \
            Q-formats fit the ranges seen on the recordings, which are brought to the model's rate and cut where samples are missing; \
            without it they are bounds that no input exceeds, at a cost in precision. The more people the recordings name, the less \
            reserve the inputs need. Of 45 ways to quantize, the one closest to the float network on the recordings is taken. The \
            report names each layer's steps, ranges and headroom, the share of the 32-bit sums that any input can reach, the noise \
            and saturation on the recordings, and which part moves the probabilities most, from inputs to tables.
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
