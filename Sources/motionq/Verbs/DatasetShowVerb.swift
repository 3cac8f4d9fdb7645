import ArgumentParser
import DataSets
import Files
import Formatting
import Recordings

struct DatasetShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "What is in a data set: people, labels, minutes, losses, outliers.",
        discussion: """
            A repetition is a stretch of one label that does not mean rest; an outlier is one whose motion is far weaker or stronger.

            \(allOptions(of: "dataset show"))
            """)

    @OptionGroup var input: DataSetInput
    @Flag(help: "One JSON object on standard output.") var json = false
    @Option(help: "Write a page with figures to this HTML file.") var report: OutputPath?
    @OptionGroup var page: PageOption

    func run() throws {
        try reportingRefusals {
            if let report { try WholeFile.requireReplaceable(fileAt: report.path) }
            let files = try recordingFiles(at: input.paths)
            let reader = try input.channelReader(files)
            var survey = DataSetSurvey(
                rest: input.rest, channels: reader.channels.channels,
                wantsCourses: report != nil || page.page != nil)
            for path in files { try survey.add(reader.stream(path)) }
            if let report {
                let page = try DataSetPage(survey, of: input.paths, by: reader, wording: CommandWording())
                try WholeFile.replace(fileAt: report.path, with: Array(page.html.utf8))
                Output.noteLink(report.path)
            }
            if json {
                Output.json(survey.json(files: files.count, of: input.paths))
            } else {
                Output.text(survey.text(files: files.count, of: input.paths))
            }
            if let port = page.page { try CurationPage(survey, of: input.paths, by: reader).serve(at: port) }
        }
    }
}

extension DataSetSurvey {
    fileprivate func text(files: Int, of paths: [String]) -> String {
        let rate = rates.map { range in
            let isOne = range.upperBound - range.lowerBound < 0.05 * range.lowerBound
            return isOne
                ? String(printing: " at %.1f Hz", range.lowerBound)
                : String(printing: " at %.1f to %.1f Hz", range.lowerBound, range.upperBound)
        }
        let samples = people.reduce(0) { $0 + $1.samples }
        var lines = [
            "\(Numbers.count(files, "file")): \(Numbers.count(people.count)) \(people.count == 1 ? "person" : "people"), "
                + "\(Numbers.count(people.reduce(0) { $0 + $1.sessions }, "session")), \(Numbers.count(samples, "sample"))"
                + (rate ?? ""), "",
        ]
        var table = TextTable()
        table.add(["minutes"] + labels.map { $0.isEmpty ? "(none)" : $0 } + ["all", "sessions", "lost"])
        for person in people {
            table.add(row(person.name, person.secondsByLabel) + ["\(person.sessions)", loss(person)])
        }
        let all = secondsByLabel
        table.add(row("all", all) + ["\(people.reduce(0) { $0 + $1.sessions })", ""])
        let passages = passageCounts
        table.add(["stretches"] + labels.map { "\(passages[$0] ?? 0)" })
        lines += table.lines.map { "  " + $0 }
        if let note = stampSentence { lines += ["", note] }
        if let note = imbalanceSentence { lines += ["", note.asCommand] }
        return (lines + outlierLines(paths)).joined(separator: "\n")
    }

    /// Said where the stamps alone would tell another motion.
    private var stampSentence: String? {
        guard intervals.isUneven else { return nil }
        let repeated = 100 * Double(intervals.repeated) / Double(intervals.count)
        return String(
            printing: "time stamps come every %.2f ms ± %.2f ms (RMS), %.4g to %.4g ms apart, and %.2g %% repeat; ",
            intervals.period, intervals.jitter, intervals.least, intervals.most, repeated)
            + "the motion is read by the even clock behind them"
    }

    /// What is unlike the rest, and how to take it out; of many the first.
    private func outlierLines(_ paths: [String]) -> [String] {
        let all = outliers
        guard !all.isEmpty else { return [] }
        let most = 40
        var lines = ["", "unlike the others of their label; the command under one takes it out:"]
        for outlier in all.prefix(most) {
            let passage = outlier.passage
            lines += [
                "  \(passage.session) at " + String(printing: "%.1f s", passage.begin) + ": “\(passage.label)” \(outlier.words)",
                "    " + CommandWording().words(for: dropCommand(passage, of: paths), mentionedAs: .command),
            ]
        }
        if all.count > most {
            lines.append("  and \(Numbers.count(all.count - most)) more, which --json lists and drop --outliers takes out")
        }
        return lines
    }

    private func row(_ name: String, _ seconds: [String: Double]) -> [String] {
        [name] + labels.map { String(printing: "%.2f", (seconds[$0] ?? 0) / 60) }
            + [String(printing: "%.2f", seconds.values.reduce(0, +) / 60)]
    }

    private func loss(_ person: Person) -> String {
        person.lost == 0 ? "0" : String(printing: "%.1f %%", 100 * Double(person.lost) / Double(person.samples + person.lost))
    }

    fileprivate func json(files: Int, of paths: [String]) -> JSONLine {
        var line = JSONLine(type: "dataset")
        line.add("files", files)
        line.add("labels", labels)
        if let rates { line.add("rates", [rates.lowerBound, rates.upperBound]) }
        if intervals.count > 0 {
            line.add("stamp_period_ms", intervals.period)
            line.add("stamp_jitter_ms", intervals.jitter)
            line.add("stamps_repeated", intervals.repeated)
        }
        line.add(
            "subjects",
            people.map { person in
                var entry = JSONLine()
                entry.add("subject", person.name)
                entry.add("sessions", person.sessions)
                entry.add("samples", person.samples)
                entry.add("gaps", person.gaps)
                entry.add("samples_lost", person.lost)
                var minutes = JSONLine()
                for (label, seconds) in person.secondsByLabel.sorted(by: { $0.key < $1.key }) {
                    minutes.add(label, seconds / 60, digits: 3)
                }
                entry.add("minutes_by_label", minutes)
                return entry
            })
        line.add(
            "outliers",
            outliers.map { outlier in
                var entry = JSONLine()
                entry.add("session", outlier.passage.session)
                entry.add("label", outlier.passage.label)
                entry.add("from_s", outlier.passage.begin)
                entry.add("to_s", outlier.passage.end)
                entry.add("strength", outlier.strength)
                entry.add("recording", outlier.passage.recording)
                entry.add("drop", CommandWording.words(of: dropCommand(outlier.passage, of: paths)))
                return entry
            })
        return line
    }
}
