import ArgumentParser
import MotionQWorkshop
import Recordings

/// Recordings whose labels are a model's, or are called otherwise.
struct LabelledRecordings: ParsableArguments {
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @Option(help: "Only these subjects, separated by commas.") var subjects: String?
    @Option(help: "from=to: a label of the recordings is this one of the model; may be repeated.") var map: [String] = []
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        _ = try renamed
        if let subjects { _ = try commaSeparated(subjects, "--subjects") }
    }

    var reader: RecordingReader { reading.reader }

    /// Label of the recordings → label of the model.
    var renamed: [String: String] {
        get throws { try labelMap(map) }
    }

    /// - Parameter turning: how each session is turned, if it is.
    func request(turned turning: SessionTurning? = nil) throws -> LabelledMotion {
        var request = LabelledMotion(RecordingSource(paths: data.paths, reader: reader))
        request.subjects = try subjects.map { try commaSeparated($0, "--subjects") } ?? []
        (request.renamed, request.turning) = (try renamed, turning)
        return request
    }
}
