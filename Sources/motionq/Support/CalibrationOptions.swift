import ArgumentParser
import Foundation
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

    /// Refuses an output that would overwrite a recording.
    func check(output: String) throws {
        let written = Self.resolved(output)
        for path in calibrate + ((try? recordingFiles(at: calibrate)) ?? []) where Self.resolved(path) == written {
            throw ValidationError("\(path) would be overwritten by the model; choose another --output")
        }
    }

    static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Converts a model on the recordings that were named, if any.
    func convert(_ source: FloatModel) throws -> Conversion {
        let recordings = try recordingFiles(at: calibrate).map { try readRecording($0, userAcceleration: userAcceleration) }
        return try Conversion(of: source, recordings: recordings)
    }

    /// What the model file says of the calibration.
    func provenance(_ report: QuantizationReport) throws -> [String: String] {
        let names = try recordingFiles(at: calibrate).map { URL(fileURLWithPath: $0).lastPathComponent }
        return [
            "calibration": names.isEmpty ? "bounds" : names.joined(separator: ","), "calibration_windows": "\(report.windows)",
        ]
    }
}
