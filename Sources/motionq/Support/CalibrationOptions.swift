import ArgumentParser
import Files
import ModelConversion
import Recording
import ReferenceModel

/// The options of verbs that calibrate a network on recordings.
struct CalibrationOptions: ParsableArguments {
    @Option(
        name: [.customLong("data"), .customLong("calibrate")], parsing: .upToNextOption,
        help: "Recordings (CSV, also gzip) or folders of them that show the ranges.")
    var calibrate: [String] = []
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption

    /// Refuses an output that would overwrite a recording.
    func check(output: String) throws {
        try requireApart(output, called: "the model", option: "--output", from: withRecordings(calibrate))
    }

    /// Converts a model on the recordings that were named, if any.
    func convert(_ source: FloatModel) throws -> Conversion {
        let recordings = try recordedUnits.readRecordings(recordingFiles(at: calibrate), userAcceleration: userAcceleration)
        return try Conversion(of: source, recordings: recordings)
    }

    /// What the model file says of the calibration.
    func provenance(_ report: QuantizationReport) throws -> [String: String] {
        let names = try recordingFiles(at: calibrate).map { Path.name(of: $0) }
        return [
            "calibration": names.isEmpty ? "bounds" : named(names, "recordings"), "calibration_windows": "\(report.windows)",
        ]
    }
}
