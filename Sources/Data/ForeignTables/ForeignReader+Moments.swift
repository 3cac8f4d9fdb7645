package import Recordings

extension ForeignReader {
    /// Moments that lie in no file of a data set: objects of JSON, one a line, that somebody has written for this alone.
    ///
    /// - Parameters:
    ///   - path: of the file, whose name ends in `.jsonl`; errors name it (`RecordingError.renamed`).
    ///   - name: of the sessions, where no field tells it.
    /// - Returns: the sessions, all of their samples in memory, as they were recorded; nil of objects that hold no motion.
    package func sessions(ofMomentsAt path: String, named name: String) throws(RecordingError) -> [RecordedSession]? {
        var file = ForeignFile(path, folder: nil, outerFolder: nil, isNamed: true)
        file.name = name
        let survey = try survey(file)
        guard survey.lackOfMotion == nil else { return nil }
        var sessions: [RecordedSession] = []
        _ = try read(file, survey) { part in
            guard part.isContinuation else { return sessions.append(part.session) }
            let last = sessions.count - 1
            sessions[last].labels += part.session.labels
            sessions[last].timestamps += part.session.timestamps
            sessions[last].values += part.session.values
        }
        return sessions
    }
}
