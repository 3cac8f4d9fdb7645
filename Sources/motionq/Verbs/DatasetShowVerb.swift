import ArgumentParser
import Presentation
import Recording

struct DatasetShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "What is in a data set: people, labels, minutes, losses, and what is unlike the rest.",
        discussion:
            "Minutes are those of each label. A stretch of a label is unlike the others if its motion is far weaker or stronger.")

    @Argument(help: "Tables that are recordings, or folders of them: as --data.") var recordings: [String] = []
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [String] = []
    @OptionGroup var recordedUnits: UnitsOption
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @Flag(help: "One JSON object on standard output.") var json = false

    func validate() throws {
        guard !(recordings + data).isEmpty else { throw ValidationError("name the recordings, or a folder of them") }
    }

    func run() throws {
        try reportingRefusals {
            let paths = try recordingFiles(at: recordings + data)
            let reader = recordedUnits.reader(userAcceleration: userAcceleration)
            var survey = DataSetSurvey()
            for path in paths { try survey.add(reader.stream(path)) }
            if json { Output.json(survey.json(files: paths.count)) } else { Output.text(survey.text(files: paths.count)) }
        }
    }
}

extension DataSetSurvey {
    fileprivate func text(files: Int) -> String {
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
        var all: [String: Double] = [:]
        for person in people { all.merge(person.secondsByLabel) { $0 + $1 } }
        table.add(row("all", all) + ["\(people.reduce(0) { $0 + $1.sessions })", ""])
        let passages = passageCounts
        table.add(["stretches"] + labels.map { "\(passages[$0] ?? 0)" })
        lines += table.lines.map { "  " + $0 }
        if let note = imbalance(all) { lines += ["", note] }
        if !outliers.isEmpty {
            lines += ["", "unlike the others of their label:"]
            lines += outliers.map { outlier in
                "  \(outlier.passage.session) at " + String(printing: "%.1f s", outlier.passage.seconds)
                    + ": “\(outlier.passage.label)” moves " + String(printing: "%.2g times as much as is usual", outlier.strength)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, _ seconds: [String: Double]) -> [String] {
        [name] + labels.map { String(printing: "%.2f", (seconds[$0] ?? 0) / 60) }
            + [String(printing: "%.2f", seconds.values.reduce(0, +) / 60)]
    }

    private func loss(_ person: Person) -> String {
        person.lost == 0 ? "0" : String(printing: "%.1f %%", 100 * Double(person.lost) / Double(person.samples + person.lost))
    }

    /// Labels of which there is a third or less of the largest, rest aside.
    private func imbalance(_ seconds: [String: Double]) -> String? {
        let named = seconds.filter { !$0.key.isEmpty && !LabelRule.usualRestLabels.contains($0.key.lowercased()) }
        guard let most = named.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        let few = named.filter { $0.value * 3 < most.value }.keys.sorted()
        guard !few.isEmpty else { return nil }
        return "of \(few.joined(separator: ", ")) there is less than a third of what there is of \(most.key); record more of "
            + "\(few.count == 1 ? "it" : "them"), or train with --balance"
    }

    fileprivate func json(files: Int) -> JSONLine {
        var line = JSONLine(type: "dataset")
        line.add("files", files)
        line.add("labels", labels)
        if let rates { line.add("rates", [rates.lowerBound, rates.upperBound]) }
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
                entry.add("from_s", outlier.passage.seconds)
                entry.add("strength", outlier.strength)
                return entry
            })
        return line
    }
}
