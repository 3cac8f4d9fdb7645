import ArgumentParser
import DataSets
import Recordings

struct DatasetRelabelVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relabel",
        abstract: "Write a data set again with a part of it called otherwise.",
        discussion: """
            Samples to which all options apply get another label. The original stays as it is; all of the new folder is written, or nothing.

            \(allOptions(of: "dataset relabel"))
            """)

    @OptionGroup var mending: MendingOptions
    @Option(name: .customLong("as"), help: "The new label.") var newLabel: String

    func validate() throws {
        guard !mending.chosen.selection.isEverything else {
            throw ValidationError("say what to relabel: --session, --subject, --label, --file, --from, --to or --outliers")
        }
        try requireLabel(newLabel, "--as")
    }

    func run() throws {
        try reportingRefusals { try mending.mend("relabelled") { _ in .relabel(as: newLabel) } }
    }
}

/// Refuses what cannot stand in a recording as a label.
func requireLabel(_ label: String, _ option: String) throws {
    guard try labels(in: label, option) == [label], RecordingRewrite.mayBeName(label) else {
        throw ValidationError("\(option) is a label: without commas and without spaces around it, at most 1024 bytes")
    }
}
