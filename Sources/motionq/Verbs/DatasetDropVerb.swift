import ArgumentParser
import DataSets

struct DatasetDropVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Write a data set again without a part of it.",
        discussion: """
            Samples to which all options apply are taken out; what follows becomes a session of its own. The original stays as it is; all of \
            the new folder is written, or nothing.

            \(allOptions(of: "dataset drop"))
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
