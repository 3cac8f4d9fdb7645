/// A file of recorded sessions.
public struct Recording: Sendable, Equatable {
    /// Where it was read from.
    public var path: String
    public var sessions: [RecordedSession]

    public init(path: String, sessions: [RecordedSession]) {
        self.path = path
        self.sessions = sessions
    }

    /// Samples in all sessions.
    public var sampleCount: Int { sessions.reduce(0) { $0 + $1.count } }
}
