import ArgumentParser
import DataSets
import Files
import ForeignTables
import Formatting
import MotionQWorkshop
import Recordings

struct DatasetConvertVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write others' tables of motion as recordings.",
        discussion: """
            Columns are found by their names, label and subject also by the folder or the file's name; what was found is said. \
            Every other column of numbers is a channel. Files side by side are joined by time.
            With --format, logs of a device of another make become one recording (CSV), and so does an MCAP file; with -o \
            NAME.mcap \
            a recording becomes one of those.

            \(allOptions(of: "dataset convert"))
            """)

    @Argument(help: "Tables (.csv, .tsv, .txt, .dat, .log, .json, .jsonl; also gzip), or folders of them.") var inputs:
        [InputPath] = []
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them, too.") var data: [InputPath] = []
    @Option(name: .shortAndLong, help: "The new folder to write; with --format or MCAP the file.") var output: OutputPath
    @Option(help: ArgumentHelp("What columns hold, by name or number, as label=activity,timestamp_s=1,ax=2.", valueName: "columns"))
    var columns: String?
    @Option(help: "Where the label is said. Default: found.") var label: Place?
    @Option(help: "Where the subject is said. Default: found.") var subject: Place?
    @Option(help: "Samples per second. Default: their own.") var rate: Double?
    @Option(help: .rare("Samples per second of tables without time stamps.")) var recordedRate: Double?
    @Option(
        help: .rare(
            """
            Fill gaps of up to so many samples, 0 to 3, along straight lines; a file beside each recording says how much \
            that is.
            """, valueName: "samples"))
    var bridge = 0
    @OptionGroup var sent: SentFormat
    // One may begin with a minus.
    @Option(
        parsing: .unconditional,
        help: .rare("With --format: the board's axes of the sensor's x, y, z, as -y,x,z.", valueName: "x,y,z")) var axes: String?
    @OptionGroup var acceleration: AccelerationOption
    @Flag(help: "One JSON object on standard output.") var json = false
    @Option(help: "Write a page of what each table was taken for (HTML).") var report: OutputPath?

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
        if let mcapDirection { return try checkMCAP(mcapDirection) }
        guard axes == nil else { throw ValidationError("--axes are for --format") }
        guard sent.profile == nil, sent.deviceRate == nil else {
            throw ValidationError(
                "--profile and --device-rate are for --format; of tables --units and --rate say it")
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
            if let mcapDirection { return try convertMCAP(mcapDirection) }
            var request = TableConversionRequest((inputs + data).paths, output: output.path)
            request.reader.columns = columns.flatMap { ColumnChoice($0) }
            request.reader.units = sent.said.units.flatMap { RecordedUnits($0) }
            request.reader.rate = recordedRate
            request.reader.userAccelerationOnly = acceleration.userAcceleration
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
