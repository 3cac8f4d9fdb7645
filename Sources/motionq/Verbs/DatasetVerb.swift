import ArgumentParser

struct DatasetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dataset",
        abstract: "See, mend, convert and make up data sets.",
        subcommands: [
            DatasetShowVerb.self, DatasetConvertVerb.self, DatasetRelabelVerb.self, DatasetDropVerb.self, DatasetTrimVerb.self,
            DatasetImagesVerb.self, DatasetSynthesizeVerb.self, DatasetCountsVerb.self,
        ], defaultSubcommand: DatasetShowVerb.self)
}
