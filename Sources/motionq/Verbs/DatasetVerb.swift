import ArgumentParser

struct DatasetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dataset",
        abstract: "See, mend and convert data sets.",
        subcommands: [
            DatasetShowVerb.self, DatasetConvertVerb.self, DatasetRelabelVerb.self, DatasetDropVerb.self, DatasetTrimVerb.self,
            DatasetImagesVerb.self,
        ], defaultSubcommand: DatasetShowVerb.self)
}
