import ArgumentParser
import DataSets
import Files
import Formatting
import MotionQWorkshop
import Recordings

struct DatasetConvertVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write others' tables of motion as a data set: even, in g and rad/s, a CSV file for each subject.",
        discussion: """
            Columns are found by their names (ax, acc_x, accelerometerX, gyro_z (deg/s), seconds_elapsed, activity, user …), whatever \
            separates them; --columns says what the names do not. Label and subject come from a column, or else from the folder or the \
            file's name; what was found is said. Rows that cannot be read are lost samples, and a gap stays one. A blank line, the header \
            once more and a clock that is set end a session. An accelerometer's and a gyroscope's file side by side are joined by time.
            Every other column of numbers is a channel under its name, beside motion or without any. Of JSON an array of objects is read, or \
            an object a line, one for each moment; its fields are the columns.
            With --format, what a device of another make sent, logged byte for byte, becomes a recording: one CSV file, a session for each log.
            """)

    @Argument(help: "Tables (.csv, .tsv, .txt, .dat, .log; .json, .jsonl; also gzip), or folders of them, also in folders.")
    var inputs: [InputPath] = []
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them, and other tables: the same.") var data:
        [InputPath] = []
    @Option(name: .shortAndLong, help: "The folder to write; new, or empty. With --format: the file (CSV) to write, new.")
    var output: OutputPath
    @Option(
        help: ArgumentHelp(
            "What the columns hold, where their names do not say it: session, subject, label, timestamp_s (or _ms, _us, _ns), ax … gz, with "
                + "the column's name or its number from 1, as label=activity,timestamp_s=1,ax=2.", valueName: "columns"))
    var columns: String?
    @Option(help: "Where the label is said: column, folder or file. Default: found.") var label: Place?
    @Option(help: "Where the subject is said: column, folder or file. Default: found.") var subject: Place?
    @Option(help: "Samples per second to bring the recordings to. Default: their own.") var rate: Double?
    @Option(help: "Samples per second of tables without time stamps, or whose time stamps are not to be looked at.")
    var recordedRate: Double?
    @Option(
        help: ArgumentHelp(
            "Fill gaps of up to so many samples, 0 to 3, along straight lines; a file beside each recording says how much that is.",
            valueName: "samples"))
    var bridge = 0
    @OptionGroup var recordedUnits: UnitsOption
    @OptionGroup var sent: SentFormat
    // One may begin with a minus.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --format: which axes of the board the sensor's x, y and z are, as x,y,z or -y,x,z.", valueName: "x,y,z"))
    var axes: String?
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @Flag(help: "One JSON object on standard output.") var json = false
    @Option(help: "Write a page with what each table was taken for and a curve of its first seconds to this HTML file.")
    var report: OutputPath?

    enum Place: String, ExpressibleByArgument, CaseIterable {
        case column, folder, file

        var source: NameSource {
            switch self {
            case .column: .column
            case .folder: .folder
            case .file: .file
            }
        }
    }

    func validate() throws {
        guard !(inputs + data).isEmpty else { throw ValidationError("name the tables to convert, or a folder of them") }
        if sent.format != nil { return try checkCaptures() }
        guard axes == nil else { throw ValidationError("--axes are for --format") }
        guard sent.deviceUnits == nil, sent.profile == nil, sent.deviceRate == nil else {
            throw ValidationError(
                "--device-units, --profile and --device-rate are for --format; of tables --units and --rate say it")
        }
        if let columns, ColumnChoice(columns) == nil {
            throw ValidationError(
                "--columns is a list as label=activity,timestamp_s=t,ax=2: session, subject, label, timestamp, timestamp_s, timestamp_ms, "
                    + "timestamp_us, timestamp_ns, ax, ay, az, gx, gy or gz, each once, with the column's name or its number from 1"
            )
        }
        try refusing { () throws(RequestError) in
            try RequestError.requireRate(.rate, rate)
            try RequestError.requireRate(.recordedRate, recordedRate)
            try RequestError.requireBridge(bridge)
        }
    }

    func run() throws {
        try reportingRefusals {
            if sent.format != nil { return try convertCaptures() }
            var request = TableConversionRequest((inputs + data).paths, output: output.path)
            request.reader.columns = columns.flatMap { ColumnChoice($0) }
            request.reader.units = recordedUnits.units.flatMap { RecordedUnits($0) }
            request.reader.rate = recordedRate
            request.reader.userAccelerationOnly = userAcceleration
            (request.rate, request.bridge) = (rate, bridge)
            (request.label, request.subject) = (label?.source, subject?.source)
            request.keepsFirstSeconds = report != nil
            if let report { try WholeFile.requireReplaceable(fileAt: report.path) }
            let converted = try request.run()
            if let report {
                let page = ConversionPage(converted, in: output.path, wording: CommandWording())
                try WholeFile.replace(fileAt: report.path, with: Array(page.html.utf8))
            }
            if json { Output.json(line(converted)) } else { tell(converted) }
            if let report { Output.noteLink(report.path) }
            for table in converted.refused.dropLast() { Output.note("motionq: \(table.error.asCommand)") }
            // All else is written; whoever looks at the exit code hears of it.
            if let last = converted.refused.last { throw last.error }
        }
    }

    private func tell(_ converted: ConvertedDataSet) {
        let people = converted.subjects.count
        Output.text(
            "\(number(converted.filesRead, "file")): \(number(people, "subject")), \(number(converted.sessions, "session")), "
                + String(printing: "%.1f minutes; ", converted.seconds / 60) + converted.places)
        let labels = minutesByLabel(converted).map {
            String(printing: "%.1f min ", $0.minutes) + ($0.label.isEmpty ? "(none)" : $0.label)
        }
        Output.text("labels: \(labels.joined(separator: ", "))")
        if converted.samplesLost + converted.unreadableRows > 0 {
            Output.text(
                "missing: about \(number(converted.samplesLost, "sample")) in \(number(converted.gaps, "gap")); "
                    + "\(number(converted.unreadableRows, "row")) could not be read"
                    + (converted.firstUnreadableRow.map { " (the first: \($0.file), line \($0.line))" } ?? ""))
        }
        if converted.samplesInterpolated > 0 {
            Output.text(
                "interpolated: \(number(converted.samplesInterpolated, "missing sample")) along straight lines, "
                    + "\(Numbers.percent(converted.shareInterpolated, decimals: 1)) of all; a .json beside each recording says where"
            )
        }
        for warning in converted.warnings { Output.note("motionq: \(warning.asCommand)") }
        Output.text("Written: \(output), \(number(converted.files.count, "file"))")
        Output.text(converted.tableOfTables.joined(separator: "\n"))
    }

    private func line(_ converted: ConvertedDataSet) -> JSONLine {
        var line = JSONLine(type: "dataset")
        line.add("folder", output.path)
        line.add("files", converted.files.map(\.name))
        line.add("files_read", converted.filesRead)
        line.add("subjects", converted.subjects)
        line.add("sessions", converted.sessions)
        line.add("samples", converted.samples)
        line.add("minutes", converted.seconds / 60, digits: 3)
        var labels = JSONLine()
        for (label, minutes) in minutesByLabel(converted) { labels.add(label, minutes, digits: 3) }
        line.add("minutes_by_label", labels)
        line.add("gaps", converted.gaps)
        line.add("samples_lost", converted.samplesLost)
        line.add("unreadable_rows", converted.unreadableRows)
        if let first = converted.firstUnreadableRow {
            line.add("first_unreadable_file", first.file)
            line.add("first_unreadable_line", first.line)
        }
        line.add("samples_interpolated", converted.samplesInterpolated)
        line.add("share_interpolated", converted.shareInterpolated)
        line.add("sessions_after_breaks", converted.sessionsAfterBreaks)
        line.add("sessions_after_set_clocks", converted.sessionsAfterSetClocks)
        line.add("places", converted.places)
        line.add("tables", converted.tables.map(\.json))
        line.add(
            "refused",
            converted.refused.map { table in
                var entry = JSONLine()
                entry.add("file", table.path)
                entry.add("reason", table.error.asCommand)
                return entry
            })
        line.add("passed_over", converted.passedOver.map(\.path))
        line.add("warnings", converted.warnings.map(\.asCommand))
        return line
    }

    private func number(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

    private func minutesByLabel(_ converted: ConvertedDataSet) -> [(label: String, minutes: Double)] {
        converted.secondsByLabel.sorted { $0.key < $1.key }.map { ($0.key, $0.value / 60) }
    }
}
