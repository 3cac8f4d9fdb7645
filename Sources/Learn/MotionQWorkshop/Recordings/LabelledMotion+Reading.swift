import Formatting
import Models
import Recordings

extension LabelledMotion {
    /// The recordings as a model wants them.
    ///
    /// - Parameters:
    ///   - model: what the model is for.
    ///   - name: what the model is called in errors.
    ///   - noRate: called if the model names no sampling rate, so that recordings are taken as they are.
    /// - Throws: `RequestError`, `RecordingError`, `DataSetError`.
    package func stream(
        for model: ModelDescription, called name: String, noRate: () -> Void = {}
    ) throws -> DataSetStream {
        var reader = source.reader
        reader.turning = turning
        reader.channels = .read(by: model.inputs, allowsLosses: true)
        let known = model.labels.joined(separator: ", ")
        if let stranger = renamed.values.sorted().first(where: { !model.labels.contains($0) }) {
            throw RequestError(.usage, "\(.map) names “\(stranger)”, but \(name) knows \(known)")
        }
        if model.rate == nil { noRate() }
        let options = DataSet.Options(
            labels: LabelRule(kept: model.labels, renamed: renamed), rate: model.rate, window: model.window, hop: model.hop,
            strokes: model.strokes, derives: model.inputs.derives, inputs: model.inputs.map(\.name))
        let files = try recordingFiles(at: source.paths)
        do {
            return try DataSetStream(
                files, source.reading(reader.channels).inMemory, reader: reader, options: options,
                choose: subjects.isEmpty ? nil : chosen)
        } catch let error as DataSetError {
            throw RequestError(.badData, sentence(error, known))
        }
    }

    /// The people whose motion is taken, as the recordings spell them.
    package func chosen(among known: [String]) throws(DataSetError) -> Set<String> {
        let names = spelled(subjects, among: known)
        if let stranger = names.first(where: { !known.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: known)
        }
        return Set(names)
    }

    /// A sentence of the recordings that no figure is of.
    package static func withoutWindows(_ data: DataSetStream) -> [String] {
        let used = Set(data.pathsWithWindows)
        let unused = data.paths.filter { !used.contains($0) }
        guard !unused.isEmpty else { return [] }
        return ["\(unused.joined(separator: ", ")): no window with a label that the model knows"]
    }

    /// The mend is another one than where a data set is made for training.
    private func sentence(_ error: DataSetError, _ known: String) -> Sentence {
        switch error {
        case .noWindows(let paths, _, let found):
            "\(Self.shown(paths)): no window has a label of the model; the model knows \(known), the recordings hold "
                + "\(found.map { $0.isEmpty ? "“”" : $0 }.joined(separator: ", "))\(remedy: "rename them with \(.map, "from=to")")"
        case .tooShort(let paths, let longest, let window):
            "\(Self.shown(paths)): the longest stretch without a gap has \(longest) samples, a window of the model \(window)"
        case .rates(let first, let second):
            "\(first.path) and \(second.path) have different sampling rates and the model names none"
                + "\(remedy: "import it with \(.rate)")"
        default: Sentence(of: error)
        }
    }

    private static func shown(_ paths: [String]) -> String {
        paths.count > 1 ? "\(paths[0]) and \(paths.count - 1) more" : paths.first ?? "no recordings"
    }
}
