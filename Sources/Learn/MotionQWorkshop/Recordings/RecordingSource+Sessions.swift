import Recordings

extension RecordingSource {
    /// How many recordings there are, in files and in memory.
    var count: Int {
        get throws(RecordingError) { try recordingFiles(at: paths).count + recordings.count }
    }

    /// Hands on session after session, and parts of long ones, in the order of the recordings. Files are read in parts.
    ///
    /// - Parameters:
    ///   - isCancelled: asked before each; true ends it with `CancellationError`.
    ///   - body: receives the path of the recording and a session.
    ///   - ended: receives the path of a recording after its last session.
    /// - Throws: `RecordingError`, `CancellationError`, or what the closures throw.
    func forEachSession(
        isCancelled: () -> Bool, _ body: (_ path: String, _ session: RecordedSession) throws -> Void,
        ended: (_ path: String) throws -> Void = { _ in }
    ) throws {
        func hand(_ session: RecordedSession, of path: String) throws {
            if isCancelled() { throw CancellationError() }
            try body(path, session)
        }
        let (files, reader, inMemory) = try opened()
        for path in files {
            let stream = try reader.stream(path)
            while let part = try stream.next() { try hand(part.session, of: path) }
            try ended(path)
        }
        for recording in inMemory {
            for session in recording.sessions { try hand(session, of: recording.path) }
            try ended(recording.path)
        }
    }
}
