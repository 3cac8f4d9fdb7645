import ArgumentParser

struct DatasetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dataset",
        abstract: "Data sets: what is in them, and what others recorded as recordings for train and evaluate.",
        subcommands: [DatasetShowVerb.self, DatasetConvertVerb.self], defaultSubcommand: DatasetShowVerb.self)
}
