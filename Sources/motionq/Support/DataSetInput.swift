import ArgumentParser
import Recordings

/// The recordings of a verb of `dataset`, by themselves or after `--data`.
struct DataSetInput: ParsableArguments {
    @Argument(help: "Tables that are recordings, or folders of them: as --data.") var recordings: [InputPath] = []
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @OptionGroup var reading: ReadingOptions
    @Option(help: .rare("The label that means rest. Default: rest, rest_it, idle, nothing, none.")) var rest: String?

    /// As they were named.
    var paths: [String] { (recordings + data).paths }
    var reader: RecordingReader { reading.reader }
    /// What reads the channels that all files have.
    func channelReader(_ files: [String]) throws(RecordingError) -> RecordingReader { try reader.takingCommonChannels(of: files) }

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("name the recordings, or a folder of them") }
    }
}
