/// A file of recorded sessions.
public struct Recording: Sendable, Equatable {
    /// Where it was read from.
    public var path: String
    /// In the order of the file.
    public var sessions: [RecordedSession]

    public init(path: String, sessions: [RecordedSession]) {
        self.path = path
        self.sessions = sessions
    }

    /// Samples in all sessions.
    public var sampleCount: Int { sessions.reduce(0) { $0 + $1.count } }
}

extension Recording {
    /// Refuses a session whose rate is more than a tenth off the one that a model was made for.
    ///
    /// - Parameter wanted: samples per second; nil accepts any.
    public func requireRate(_ wanted: Double?) throws(RecordingError) {
        guard let wanted else { return }
        for session in sessions {
            guard let found = session.rate, (found - wanted).magnitude > wanted * 0.1 else { continue }
            throw .rate(path: path, session: session.name, found: found, wanted: wanted)
        }
    }
}
