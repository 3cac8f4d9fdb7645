import ArgumentParser
import DeviceFormats
import Files
import Formatting
import Recordings

/// Logs of what devices of other makes sent.
extension DatasetConvertVerb {
    func checkCaptures() throws {
        guard sent.format != .native else {
            throw ValidationError("--format native: what a device of ours sends becomes a recording by motionq record")
        }
        guard rate == nil, recordedRate == nil, recordedUnits.units == nil, !userAcceleration else {
            throw ValidationError(
                "--rate, --recorded-rate, --units and --user-acceleration are for tables; beside --format say --device-rate and "
                    + "--device-units")
        }
        guard [label, subject].allSatisfy({ $0 == nil || $0 == .file }), label == nil || subject == nil else {
            throw ValidationError("of a log the file's name says the label, or the subject: --label file, or --subject file")
        }
        _ = try captureOptions()
    }

    private func captureOptions() throws -> ForeignOptions {
        var options = try sent.options(columns: columns)
        if let axes = try axes.map({ try axesOfBoard($0) }) { options.axes = [axes[0], axes[1], axes[2]] }
        return options
    }

    func convertCaptures() throws {
        guard FileKind(at: output.path) == nil else {
            throw Refusal(.inputOutput, "\(output) is there already; name a new file")
        }
        var conversion = CaptureConversion(
            try captureOptions(), namesLabel: label == .file, namesSubject: subject == .file)
        var samples = 0
        var files: [JSONLine] = []
        for path in inputs + data {
            let converted = try conversion.add(path.path)
            samples += converted.samples
            if json { files.append(Self.line(path.path, converted)) } else { Output.text("\(path): \(Self.words(converted))") }
        }
        if let warning = try conversion.plausibility() { Output.note("motionq: \(warning)") }
        try RecordingWriter().write(Recording(path: output.path, sessions: conversion.sessions), to: output.path)
        guard !json else {
            var line = JSONLine(type: "recording")
            line.add("file", output.path)
            line.add("sessions", conversion.sessions.count)
            line.add("samples", samples)
            line.add("logs", files)
            return Output.json(line)
        }
        Output.text("Written: \(output), \(Numbers.count(conversion.sessions.count, "session"))")
        if label == nil {
            Output.next(
                "motionq dataset relabel --data \(path: output.path) --as LABEL -o labelled",
                "nothing says what was done; or convert again with --label file")
        }
    }

    private static func words(_ converted: CaptureConversion.Converted) -> String {
        let finding = converted.finding
        return "\(finding.format.words) with \(finding.channels.words)" + (finding.units.map { ", in \($0)" } ?? "")
            + (finding.areUnitsGuessed ? " (by what motion can be; --device-units says)" : "")
            + "; \(Numbers.count(converted.samples, "sample"))"
            + (converted.rate.map { " at \(Numbers.decimal($0, 1)) Hz" } ?? "") + ", \(converted.lost) lost" + badWords(converted)
    }

    private static func badWords(_ converted: CaptureConversion.Converted) -> String {
        guard converted.bad.count > 0 else { return "" }
        let first = converted.bad.firstLine.map { " (the first: line \($0))" } ?? ""
        return
            "; \(Numbers.count(converted.bad.count, converted.bad.firstLine == nil ? "reading" : "line")) could not be read\(first)"
    }

    private static func line(_ path: String, _ converted: CaptureConversion.Converted) -> JSONLine {
        var line = JSONLine()
        line.add("file", path)
        line.add("format", converted.finding.format.rawValue)
        line.add("samples", converted.samples)
        line.add("lost_samples", converted.lost)
        line.add("unreadable", converted.bad.count)
        if let first = converted.bad.firstLine { line.add("first_unreadable_line", first) }
        if let units = converted.finding.units { line.add("units", units) }
        if let rate = converted.rate { line.add("rate", rate, digits: 3) }
        return line
    }
}
