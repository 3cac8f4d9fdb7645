package import Files
public import Formatting

/// Why a recording cannot be read or written: one sentence with file, line and mend.
public enum RecordingError: ExplainedError, Equatable {
    case notFound(path: String)
    /// The system refuses to read it, or it is no file.
    case notReadable(path: String, reason: String)
    /// Its bytes are no text.
    case damaged(path: String, reason: String)
    case notWritable(path: String, reason: String)
    /// What is to be written cannot stand in a recording; the system refuses nothing.
    case unfit(path: String, reason: String)
    case empty(path: String)
    /// A folder without a recording in it.
    case noRecordings(path: String)
    case header(path: String, missing: [String])
    case row(path: String, line: Int, reason: Sentence)
    /// Channels that somebody asked for, and those that there are.
    case lacksChannels(path: String, missing: [String], found: [String])
    /// More samples than are held in memory at a time, by themselves or with the recordings before.
    case tooMany(path: String, limit: Int, isAlone: Bool)
    /// Motion cannot be like that in g and rad/s.
    case units(path: String, likely: RecordedUnits, used: RecordedUnits = RecordedUnits(), reason: String)
    /// Somebody else's table is no recording as it is.
    case foreign(path: String, reason: Sentence)
    /// A session's rate cannot be that of motion, or not be brought to the one that a model wants; both in hertz.
    case rate(path: String, session: String, found: Double, wanted: Double)

    /// What sort of failure this is: a recording that is not there, one that cannot be written, or one that is wrong.
    public var kind: FailureKind {
        if case .notWritable = self { return .inputOutput }
        return isMissingInput ? .noInput : .badData
    }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        switch self {
        case .notFound(let path): "there is no recording at \(path)"
        case .notReadable(let path, let reason): "\(path) \(reason)"
        case .damaged(let path, let reason): "\(path) cannot be read: \(reason)"
        case .notWritable(let path, let reason), .unfit(let path, let reason): "\(path) \(reason)"
        case .empty(let path): "\(path) holds no samples"
        case .noRecordings(let path):
            "the folder \(path) holds no recording (.csv or .csv.gz)\(remedy: "name the folder or the files that do")"
        case .header(let path, let missing):
            "\(path), line 1: a recording starts with the header \(ColumnLayout.header.joined(separator: ",")); "
                + "missing: \(missing.joined(separator: ", "))"
        case .lacksChannels(let path, let missing, let found):
            "\(path) has no \(missing.count == 1 ? "channel" : "channels") \(missing.map(printable).joined(separator: ", ")); it has \(found.map(printable).joined(separator: ", "))"
        case .row(let path, let line, let reason): "\(path), line \(line): \(reason)"
        case .foreign(let path, let reason): "\(path): \(reason)"
        case .tooMany(let path, let limit, let isAlone):
            "\(path) holds \(isAlone ? "" : "with those before it ")more than \(limit) samples, which is as many as are held at a time"
                + "\(remedy: isAlone ? "cut it, and give a part" : "give fewer recordings")"
        case .units(let path, let likely, let used, let reason):
            "\(path): \(reason)\(remedy: "say \(.units, .text(likely.text)), or \(.units, .text(used.text)) if it is true all the same")"
        case .rate(let path, let session, let found, let wanted):
            "\(path), session “\(session)”, was recorded \(String(printing: "at %.4g Hz by its time stamps", found))"
                + "\(String(printing: ", far from the %.4g Hz that are wanted", wanted)); timestamp_ms counts milliseconds"
        }
    }

    /// Whether there is no file to read, or none that may be read; else its content is wrong.
    public var isMissingInput: Bool {
        switch self {
        case .notFound, .notReadable: true
        default: false
        }
    }

    /// What the file system says of a recording or of a folder of them.
    package init(_ error: FileError) {
        switch error.code {
        case .absent: self = .notFound(path: error.file)
        case .unreadable: self = .notReadable(path: error.file, reason: error.problem)
        case .unwritable: self = .notWritable(path: error.file, reason: error.problem)
        case .tooLarge: self = .damaged(path: error.file, reason: "it \(error.problem)")
        }
    }

    package init(_ error: ContentsError, path: String) {
        switch error {
        case .file(let error): self.init(error)
        case .gzip(let fault): self = .damaged(path: path, reason: fault.description)
        }
    }
}
