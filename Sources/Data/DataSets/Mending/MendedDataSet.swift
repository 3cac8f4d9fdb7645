import Files
public import Recordings

/// A data set, written again with a part of it changed: the recordings as they are named, and the sidecars beside them.
///
/// The original is never touched. The new folder holds all files or none: until they are whole they wait in a file without a name.
/// What is not selected keeps its bytes; a recording of which nothing is selected is copied as it is, packed or not, and one that
/// changes is written unpacked. A recording of which nothing is left is left out.
public struct MendedDataSet: Sendable {
    private let plan: MendingPlan
    private let restLabels: Set<String>

    /// Names of the files that were written, sidecars among them.
    public private(set) var files: [String] = []
    /// Recordings that changed, and those of which nothing is left.
    public private(set) var changed = 0
    public private(set) var leftOut = 0

    /// Stretches of one label of which something changed.
    public var stretches: Int { plan.passages }
    /// Repetitions that are no longer than what would have been cut off, and were left as they are.
    public var tooShort: Int { plan.tooShort }
    /// Samples that were dropped or called otherwise.
    public var samples: Int { plan.samples + plan.timeless }
    public var seconds: Double { plan.seconds }
    /// Of the dropped ones those that were not selected: they had one time stamp, and nothing else of their session was left.
    public var timeless: Int { plan.timeless }

    /// Decides what becomes of every row, and writes nothing yet.
    ///
    /// - Parameters:
    ///   - selection: whose `span` is the one that the survey was made for.
    ///   - survey: of all recordings.
    ///   - reader: what the survey was read by.
    /// - Throws: `CurationError`, why nothing can be done; `RecordingError`.
    public init(
        _ change: DataSetChange, of selection: RowSelection, in survey: DataSetSurvey, by reader: RecordingReader
    ) throws {
        try self.init(MendingPlan(change, of: selection, in: survey), survey, reader)
    }

    /// Decides what becomes of every row where each stretch has a change of its own, and writes nothing yet.
    ///
    /// - Parameters:
    ///   - changes: by the places of the stretches in the survey's passages.
    ///   - survey: of all recordings, and of all of their time.
    ///   - reader: what the survey was read by.
    /// - Throws: `CurationError`, why nothing can be done; `RecordingError`.
    public init(_ changes: [Int: DataSetChange], in survey: DataSetSurvey, by reader: RecordingReader) throws {
        let known = changes.filter { survey.passages.indices.contains($0.key) }.sorted { $0.key < $1.key }
        try self.init(MendingPlan(known.map { ($0.key, $0.value) }, in: survey), survey, reader)
    }

    private init(_ plan: MendingPlan, _ survey: DataSetSurvey, _ reader: RecordingReader) throws {
        var plan = plan
        try plan.dropTimeless(by: reader)
        self.plan = plan
        restLabels = survey.restLabels
    }

    /// Puts the data set into a folder, which is made if it is not there.
    ///
    /// - Throws: `CurationError`, that two files would have one name; `RecordingError`, also of a folder that holds something.
    public mutating func write(to folder: String) throws {
        let output = try NewDataSet(in: folder)
        for file in plan.files {
            guard file.dropped < file.samples else {
                leftOut += 1
                continue
            }
            let name = file.spans.isEmpty ? Path.name(of: file.path) : RecordingFile.unpackedName(of: file.path)
            if file.spans.isEmpty { try output.copy(file.path, as: name) } else { try rewrite(file, as: name, output) }
            try copySidecar(of: file, beside: name, output)
        }
        try output.finish()
        files = output.names
    }

    private mutating func rewrite(_ file: MendingPlan.File, as name: String, _ output: NewDataSet) throws {
        changed += 1
        let contents = try output.begin(name, from: file.path)
        let rewrite = RecordingRewrite(file.path, file.spans, samples: file.samples)
        func append(_ bytes: [UInt8]) throws(RecordingError) { try output.append(bytes, to: contents) }
        guard let bytes = Self.sidecarBytes(of: file.path), var sidecar = SidecarMending(bytes, restLabels: restLabels) else {
            return try rewrite.write(row: { _, _, _, _ in }, to: append)
        }
        try rewrite.write(row: { sidecar.add($0, $1, $2, $3) }, to: append)
        let beside = try output.begin(RecordingFile.sidecar(of: name), from: RecordingFile.sidecar(of: file.path))
        try output.append(Array(sidecar.text(recording: name).utf8), to: beside)
    }

    /// What is beside a recording that does not change, or is none of ours, stays as it is.
    private func copySidecar(of file: MendingPlan.File, beside name: String, _ output: NewDataSet) throws {
        let path = RecordingFile.sidecar(of: file.path)
        let newName = RecordingFile.sidecar(of: name)
        guard FileKind(at: path) == .file, !output.names.contains(newName) else { return }
        try output.copy(path, as: newName)
    }

    /// Bytes that one may have.
    private static let mostSidecar = 16 << 20

    private static func sidecarBytes(of recording: String) -> [UInt8]? {
        try? WholeFile.bytes(ofFileAt: RecordingFile.sidecar(of: recording), limit: mostSidecar)
    }
}
