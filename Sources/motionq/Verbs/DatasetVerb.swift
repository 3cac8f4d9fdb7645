import ArgumentParser

struct DatasetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dataset",
        abstract:
            "Data sets: what is in them, what is wrong with them, and what others recorded as recordings for train and evaluate.",
        subcommands: [
            DatasetShowVerb.self, DatasetConvertVerb.self, DatasetRelabelVerb.self, DatasetDropVerb.self, DatasetTrimVerb.self,
            DatasetImagesVerb.self,
        ], defaultSubcommand: DatasetShowVerb.self)
}
