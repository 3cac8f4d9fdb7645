extension RecordingError {
    /// The error as one of another path, where what was read stands for something else.
    package func renamed(_ path: String) -> RecordingError {
        switch self {
        case .notFound: .notFound(path: path)
        case .notReadable(_, let reason): .notReadable(path: path, reason: reason)
        case .damaged(_, let reason): .damaged(path: path, reason: reason)
        case .notWritable(_, let reason): .notWritable(path: path, reason: reason)
        case .unfit(_, let reason): .unfit(path: path, reason: reason)
        case .empty: .empty(path: path)
        case .noRecordings: .noRecordings(path: path)
        case .header(_, let missing): .header(path: path, missing: missing)
        case .row(_, let line, let reason): .row(path: path, line: line, reason: reason)
        case .lacksChannels(_, let missing, let found): .lacksChannels(path: path, missing: missing, found: found)
        case .tooMany(_, let limit, let isAlone): .tooMany(path: path, limit: limit, isAlone: isAlone)
        case .units(_, let likely, let used, let reason): .units(path: path, likely: likely, used: used, reason: reason)
        case .foreign(_, let reason): .foreign(path: path, reason: reason)
        case .rate(_, let session, let found, let wanted): .rate(path: path, session: session, found: found, wanted: wanted)
        }
    }
}
