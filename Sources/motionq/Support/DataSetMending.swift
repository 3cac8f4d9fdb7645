import ArgumentParser
import DataSets
import ForeignTables
import Formatting
import Recordings

/// Where the verbs that change a data set write it, and what they say then.
struct MendingOptions: ParsableArguments {
    @OptionGroup var input: DataSetInput
    @OptionGroup var chosen: SelectionOptions
    @Option(name: .shortAndLong, help: "The folder to write the recordings into; new, or empty.") var output: OutputPath
    @Flag(help: "One JSON object on standard output.") var json = false

    /// Changes the data set and says so.
    ///
    /// - Parameters:
    ///   - what: happened, as the verb of a sentence.
    ///   - change: of what is in it.
    func mend(_ what: String, _ change: (DataSetSurvey) throws -> DataSetChange) throws {
        try DataSetConversion.requireEmpty(output.path)
        let files = try recordingFiles(at: input.paths)
        let reader = try input.channelReader(files)
        var survey = DataSetSurvey(rest: input.rest, between: chosen.selection.span, channels: reader.channels.channels)
        for path in files { try survey.add(reader.stream(path)) }
        var mended = try MendedDataSet(change(survey), of: chosen.selection, in: survey, by: reader)
        try mended.write(to: output.path)
        if json { Output.json(line(mended, what)) } else { tell(mended, what) }
    }

    private func tell(_ mended: MendedDataSet, _ what: String) {
        Output.text(
            "\(what): \(Numbers.count(mended.samples, "sample")) of \(Numbers.count(mended.stretches, "stretch", "stretches")), "
                + String(printing: "%.2f s", mended.seconds))
        if mended.tooShort > 0 {
            Output.note("motionq: no longer than what would be cut off, and left as they are: \(mended.tooShort)")
        }
        if mended.timeless > 0 {
            Output.note(
                "motionq: \(Numbers.count(mended.timeless, "sample")) of one time stamp stood alone between two cuts, and were dropped, too"
            )
        }
        if mended.leftOut > 0 {
            Output.note("motionq: \(Numbers.count(mended.leftOut, "recording")) of which nothing is left were left out")
        }
        Output.text(
            "Written: \(output), \(Numbers.count(mended.files.count, "file")), of which \(Numbers.count(mended.changed, "recording")) changed"
        )
        Output.next("motionq dataset show \(path: output.path)")
    }

    private func line(_ mended: MendedDataSet, _ what: String) -> JSONLine {
        var line = JSONLine(type: what)
        line.add("folder", output.path)
        line.add("files", mended.files)
        line.add("recordings_changed", mended.changed)
        line.add("recordings_left_out", mended.leftOut)
        line.add("stretches", mended.stretches)
        line.add("samples", mended.samples)
        line.add("seconds", mended.seconds, digits: 3)
        line.add("too_short", mended.tooShort)
        return line
    }
}
