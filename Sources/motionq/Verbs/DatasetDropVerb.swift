import ArgumentParser
import DataSets

struct DatasetDropVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Write a data set again without a part of it.",
        discussion: """
            The samples are taken out to which all of the options apply: those between two times, of a label, of a session. What follows them \
            becomes a session of its own, so that no window reaches across. The original stays as it is; what is not dropped keeps its bytes, \
            but for the names of such sessions, and sidecars are brought to what is left. All of the new folder is written, or nothing.
            """)

    @OptionGroup var mending: MendingOptions

    func validate() throws {
        guard !mending.chosen.selection.isEverything else {
            throw ValidationError("say what to drop: --session, --subject, --label, --file, --from, --to or --outliers")
        }
    }

    func run() throws {
        try reportingRefusals { try mending.mend("dropped") { _ in .drop } }
    }
}
