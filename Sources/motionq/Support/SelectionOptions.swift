import ArgumentParser
import DataSets

/// Which part of a data set a verb of `dataset` changes.
struct SelectionOptions: ParsableArguments {
    @Option(help: "Only in the session of this name; may be repeated.") var session: [String] = []
    @Option(help: "Only of this person; may be repeated.") var subject: [String] = []
    @Option(help: "Only what has this label; may be repeated.") var label: [String] = []
    @Option(help: "Only in this recording (path or name); may be repeated.") var file: [String] = []
    @Option(help: "Only from so many seconds of the session on.") var from: Double?
    @Option(help: "Only before so many seconds of the session.") var to: Double?
    @Flag(help: "Only what dataset show lists as unlike its label's others.") var outliers = false

    func validate() throws {
        for (name, value) in [("--from", from), ("--to", to)] {
            guard value.map(\.isFinite) ?? true else { throw ValidationError("\(name) is a number of seconds") }
        }
        if let from, let to, from >= to { throw ValidationError("--from lies before --to") }
    }

    var selection: RowSelection {
        var selection = RowSelection()
        selection.sessions = session
        selection.subjects = subject
        selection.labels = label
        selection.files = file
        selection.span = TimeSpan(from: from, to: to)
        selection.onlyOutliers = outliers
        return selection
    }
}
