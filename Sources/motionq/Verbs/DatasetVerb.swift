import ArgumentParser

struct DatasetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dataset",
        abstract: "Data sets: what others recorded, as recordings for train and evaluate.",
        subcommands: [DatasetConvertVerb.self])
}
