import Files

/// Writes recordings as CSV with the header that `RecordingReader` reads. What is read back equals what was written, to the last
/// bit.
public struct RecordingWriter: Sendable {
    public init() {}

    /// Puts a recording at `path`, replacing what stood there, all or nothing.
    ///
    /// - Throws: `notWritable`, with what cannot be kept in CSV or what the system says.
    public func write(_ recording: Recording, to path: String) throws(RecordingError) {
        let contents = Array(try text(of: recording, path: path).utf8)
        do throws(FileError) {
            try WholeFile.replace(fileAt: path, with: contents)
        } catch {
            throw RecordingError(error)
        }
    }

    /// The same as text; `path` is for messages.
    public func text(of recording: Recording, path: String) throws(RecordingError) -> String {
        var text = ColumnLayout.header.joined(separator: ",") + "\n"
        for (index, session) in recording.sessions.enumerated() {
            if let problem = Self.problem(of: session, after: index > 0 ? recording.sessions[index - 1] : nil) {
                throw .notWritable(path: path, reason: "cannot be written: session “\(session.name)” \(problem)")
            }
            for sample in 0..<session.count {
                text += "\(session.name),\(session.subject ?? ""),\(session.labels[sample]),\(session.timestamps[sample])"
                for value in session.sample(sample) { text += ",\(Self.spelled(value))" }
                text += "\n"
            }
        }
        return text
    }

    /// The shortest number that is read as this value. The reader goes by way of Double, which once in a blue moon rounds to the
    /// other side, or to its limit; then all digits are needed.
    private static func spelled(_ value: Float) -> String {
        let short = "\(value)"
        guard let read = Double(short), Float(read) == value, read.magnitude < RecordingReader.numberLimit else {
            return "\(Double(value))"
        }
        return short
    }

    /// Why a session would not be read back as it is, if so.
    private static func problem(of session: RecordedSession, after previous: RecordedSession?) -> String? {
        guard session.count > 0 else { return "has no samples" }
        guard session.labels.count == session.count, session.values.count == session.count * 6 else {
            return "has not one label and six values for each time stamp"
        }
        guard previous?.name != session.name else { return "has the name of the session before it; rename one of them" }
        guard session.subject != "" else { return "has a subject without a name; give it one, or none" }
        guard ([session.name, session.subject ?? ""] + Set(session.labels)).allSatisfy(isPlain) else {
            return "has a name, a subject or a label with a comma, a line end or spaces around it; rename it"
        }
        let numbers = session.timestamps + session.values.map(Double.init)
        guard numbers.allSatisfy({ $0.magnitude < RecordingReader.numberLimit }) else {
            return "has a number that is not finite or out of range"
        }
        guard zip(session.timestamps.dropFirst(), session.timestamps).allSatisfy({ $0 > $1 }) else {
            return "has time stamps that do not rise"
        }
        return nil
    }

    /// Recordings quote nothing.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != 0x2C && $0 != 0x0A && $0 != 0x0D } && text.first != " " && text.last != " "
    }
}
