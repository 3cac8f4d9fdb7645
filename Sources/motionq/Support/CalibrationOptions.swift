import ArgumentParser
import Files
import Models
import MotionQWorkshop
import Quantization
import Recordings

/// The options of verbs that calibrate a network on recordings.
struct CalibrationOptions: ParsableArguments {
    @Option(
        name: .customLong("data"), parsing: .upToNextOption,
        help: "Recordings (CSV, also gzip) or folders of them that show the ranges.")
    var calibrate: [InputPath] = []
    @OptionGroup var reading: ReadingOptions
    @Option(
        help: ArgumentHelp(
            "8 saves flash: weights get 8 bits wherever that could move no probability far on --data, else 16.",
            valueName: "bits"))
    var weights: WeightBits = .sixteen

    /// How many bits weights have.
    enum WeightBits: String, ExpressibleByArgument, CaseIterable {
        case sixteen = "16"
        case eight = "8"
    }

    /// Converts a model on the recordings that were named, if any.
    func convert(_ source: FloatModel) throws -> Conversion {
        var reader = reading.reader
        reader.channels = .read(by: source.description.inputs)
        let recordings = try reader.read(recordingFiles(at: calibrate.paths))
        return try Conversion(of: source, recordings: recordings, weights: weights == .eight ? .bytesWhereClose : .words)
    }

    /// What the model file says of the calibration.
    func provenance(_ report: QuantizationReport) throws -> [String: String] {
        let names = try recordingFiles(at: calibrate.paths).map { Path.name(of: $0) }
        return [
            "calibration": names.isEmpty ? "bounds" : named(names, "recordings"), "calibration_windows": "\(report.windows)",
        ]
    }
}
