import Presentation

/// Why a recording cannot be read or written: one sentence with file, line and mend.
public enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    case notFound(path: String)
    case notReadable(path: String, reason: String)
    case notWritable(path: String, reason: String)
    case empty(path: String)
    /// A folder without a recording in it.
    case noRecordings(path: String)
    case header(path: String, missing: [String])
    case row(path: String, line: Int, reason: String)
    /// A session was recorded at another rate than a model wants, both in hertz.
    case rate(path: String, session: String, found: Double, wanted: Double)

    public var description: String {
        switch self {
        case .notFound(let path): "there is no recording at \(path)"
        case .notReadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .notWritable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .empty(let path): "\(path) holds no samples"
        case .noRecordings(let path):
            "the folder \(path) holds no recording (.csv or .csv.gz); name the folder or the files that do"
        case .header(let path, let missing):
            "\(path), line 1: a recording starts with the header session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz; "
                + "missing: \(missing.joined(separator: ", "))"
        case .row(let path, let line, let reason): "\(path), line \(line): \(reason)"
        case .rate(let path, let session, let found, let wanted):
            "\(path), session “\(session)”, was recorded "
                + String(printing: "at %.4g Hz, the model is for %.4g Hz; resample it or use a model for its rate", found, wanted)
        }
    }

    /// Whether the file itself is missing, not its content wrong.
    public var isMissingInput: Bool {
        if case .notFound = self { return true }
        return false
    }
}
