import ArgumentParser
import DeviceFormats
import Formatting
import MotionQWorkshop
import Recordings

/// Logs of what devices of other makes sent.
extension DatasetConvertVerb {
    func checkCaptures() throws {
        guard sent.format != .native else {
            throw ValidationError("--format native: what a device of ours sends becomes a recording by motionq record")
        }
        guard rate == nil, recordedRate == nil, bridge == 0, !acceleration.userAcceleration, report == nil else {
            throw ValidationError(
                "--rate, --recorded-rate, --bridge, --user-acceleration and --report are for tables; beside --format say --device-rate"
            )
        }
        guard [label, subject].allSatisfy({ $0 == nil || $0 == .file }), label == nil || subject == nil else {
            throw ValidationError("of a log the file's name says the label, or the subject: --label file, or --subject file")
        }
        try sent.requireUnitsOfDevice()
        _ = try captureOptions()
    }

    private func captureOptions() throws -> ForeignOptions {
        var options = try sent.options(columns: columns)
        if let axes = try axes.map({ try axesOfBoard($0) }) { options.axes = [axes[0], axes[1], axes[2]] }
        return options
    }

    func convertCaptures() throws {
        var request = CaptureConversionRequest((inputs + data).paths)
        request.options = try captureOptions()
        request.names = label == .file ? .labels : subject == .file ? .subjects : .nothing
        request.output = output.path
        let converted = try request.run { file in
            if !json { Output.text("\(file.path): \(Self.words(file))") }
        } read: { converted in
            guard converted.isImplausible else { return }
            Output.note(
                "motionq: what came of it looks like motion in other units than g and rad/s; the verbs that read it want "
                    + "--units \(RecordedUnits().text)")
        }
        let sessions = converted.recording.sessions.count
        guard !json else {
            var line = JSONLine(type: "recording")
            line.add("file", output.path)
            line.add("sessions", sessions)
            line.add("samples", converted.samples)
            line.add("logs", converted.files.map { Self.line($0) })
            return Output.json(line)
        }
        Output.text("Written: \(output), \(Numbers.count(sessions, "session"))")
        if label == nil {
            Output.next(
                "motionq dataset relabel --data \(path: output.path) --as LABEL -o labelled",
                "nothing says what was done; or convert again with --label file")
        }
    }

    private static func words(_ file: ConvertedCapture) -> String {
        "\(file.format.words)\(file.sensor.map { " (\($0))" } ?? "") with \(file.channels.words)"
            + (file.units.map { ", in \($0)" } ?? "")
            + (file.areUnitsJudged ? " (by the motion itself)" : "")
            + "; \(Numbers.count(file.samples, "sample"))"
            + (file.rate.map { " at \(Numbers.decimal($0, 1)) Hz" } ?? "") + ", \(file.lost) lost" + badWords(file)
            + (file.otherSensors.isEmpty ? "" : "; \(file.otherSensors.joined(separator: ", ")) left out")
    }

    private static func badWords(_ file: ConvertedCapture) -> String {
        guard file.unreadable > 0 else { return "" }
        let first = file.firstUnreadableLine.map { " (the first: line \($0))" } ?? ""
        return "; \(Numbers.count(file.unreadable, file.firstUnreadableLine == nil ? "reading" : "line")) could not be read\(first)"
    }

    private static func line(_ file: ConvertedCapture) -> JSONLine {
        var line = JSONLine()
        line.add("file", file.path)
        line.add("format", file.format.rawValue)
        if let sensor = file.sensor { line.add("sensor", sensor) }
        line.add("samples", file.samples)
        line.add("lost_samples", file.lost)
        line.add("unreadable", file.unreadable)
        if let first = file.firstUnreadableLine { line.add("first_unreadable_line", first) }
        if let units = file.units { line.add("units", units) }
        if let rate = file.rate { line.add("rate", rate, digits: 3) }
        return line
    }
}
