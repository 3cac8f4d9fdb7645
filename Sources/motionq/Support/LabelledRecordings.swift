import ArgumentParser
import Formatting
import Models
import Recordings

/// Recordings whose labels are a model's, or are called otherwise.
struct LabelledRecordings: ParsableArguments {
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @Option(help: "Only these subjects, separated by commas.") var subjects: String?
    @Option(help: "from=to: a label of the recordings means this label of the model; may be repeated.") var map: [String] = []
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption

    func validate() throws {
        _ = try renamed
        if let subjects { _ = try commaSeparated(subjects, "--subjects") }
    }

    var reader: RecordingReader { recordedUnits.reader(userAcceleration: userAcceleration) }

    /// Label of the recordings → label of the model.
    var renamed: [String: String] {
        get throws { try labelMap(map) }
    }

    /// The recordings as the model wants them.
    ///
    /// - Parameters:
    ///   - turning: how each session is turned, if it is.
    ///   - name: of the model, for messages.
    func dataSet(
        _ paths: [String], turned turning: SessionTurning? = nil, for model: ModelDescription, _ name: String
    ) throws -> DataSetStream {
        var reader = reader
        reader.turning = turning
        let renamed = try renamed
        let known = model.labels.joined(separator: ", ")
        if let stranger = renamed.values.sorted().first(where: { !model.labels.contains($0) }) {
            throw Refusal(.usage, "--map names “\(stranger)”, but \(name) knows \(known)")
        }
        if model.rate == nil {
            Output.note("\(printable(name)) names no sampling rate; recordings are taken as they are")
        }
        let options = DataSet.Options(
            labels: LabelRule(kept: model.labels, renamed: renamed), rate: model.rate, window: model.window, hop: model.hop,
            strokes: model.strokes, derives: model.inputs.derives)
        do {
            guard let subjects else { return try DataSetStream(paths, reader: reader, options: options) }
            return try DataSetStream(paths, reader: reader, options: options) { try chosen(subjects, among: $0) }
        } catch let error as DataSetError {
            throw Refusal(.badData, sentence(error, known))
        }
    }

    private func chosen(_ list: String, among subjects: [String]) throws -> Set<String> {
        let names = spelled(try commaSeparated(list, "--subjects"), among: subjects)
        if let stranger = names.first(where: { !subjects.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: subjects)
        }
        return Set(names)
    }

    /// A sentence of the recordings that no figure is of.
    func withoutWindows(_ data: DataSetStream) -> [String] {
        let used = Set(data.pathsWithWindows)
        let unused = data.paths.filter { !used.contains($0) }
        guard !unused.isEmpty else { return [] }
        return ["\(unused.joined(separator: ", ")): no window with a label that the model knows"]
    }

    /// The mend is another than where a data set is made for training.
    private func sentence(_ error: DataSetError, _ known: String) -> String {
        switch error {
        case .noWindows(let paths, _, let found):
            "\(Self.shown(paths)): no window has a label of the model; the model knows \(known), the recordings hold "
                + "\(found.map { $0.isEmpty ? "“”" : $0 }.joined(separator: ", ")); rename them with --map from=to"
        case .tooShort(let paths, let longest, let window):
            "\(Self.shown(paths)): the longest stretch without a gap has \(longest) samples, a window of the model \(window)"
        case .rates(let first, let second):
            "\(first.path) and \(second.path) have different sampling rates and the model names none; import it with --rate"
        default: "\(error)"
        }
    }

    private static func shown(_ paths: [String]) -> String {
        paths.count > 1 ? "\(paths[0]) and \(paths.count - 1) more" : paths.first ?? "no recordings"
    }
}
