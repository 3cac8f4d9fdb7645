import Files
package import MotionCore

/// Writes recordings as CSV with the header that `RecordingReader` reads. What is read back equals what was written, to the last
/// bit.
public struct RecordingWriter: Sendable {
    public init() {}

    /// Puts a recording at `path`, replacing what stood there, all or nothing.
    ///
    /// - Throws: `unfit`, with what cannot be kept in CSV; `notWritable`, with what the system says.
    public func write(_ recording: Recording, to path: String) throws(RecordingError) {
        let contents = Array(try text(of: recording, path: path).utf8)
        do throws(FileError) {
            try WholeFile.replace(fileAt: path, with: contents)
        } catch {
            throw RecordingError(error)
        }
    }

    /// A recording as text; `path` is for messages.
    public func text(of recording: Recording, path: String) throws(RecordingError) -> String {
        let channels = recording.sessions.first?.channels ?? .sixAxes
        if let problem = NamedChannels.problem(of: channels.names) ?? Self.problem(of: channels) {
            throw .unfit(path: path, reason: "cannot be a recording: \(problem)")
        }
        var text = Self.header(of: channels)
        var last: End?
        for session in recording.sessions {
            guard session.channels == channels else {
                throw .unfit(
                    path: path, reason: "cannot be a recording: session “\(session.name)” has other channels than the first")
            }
            try check(session, after: last, path: path)
            last = End(session)
            text += rows(0..<session.count, of: session)
        }
        return text
    }

    /// Of recordings with these channels.
    package static func header(of channels: NamedChannels) -> String {
        (ColumnLayout.names + channels.names).joined(separator: ",") + "\n"
    }
    package static let header = header(of: .sixAxes)
    /// The header with what is derived after the axes: attitude, gravity and the acceleration without it. Readers pass over these
    /// columns, for they tell them from the six axes by themselves.
    static let longHeader = (ColumnLayout.header + RecordedSession.bookQuantities).joined(separator: ",") + "\n"

    /// How what was written last ends.
    package struct End {
        let name: String
        let time: Double

        package init(_ session: RecordedSession) {
            name = session.name
            time = session.timestamps.last ?? 0
        }
    }

    /// Some samples as lines.
    ///
    /// - Parameter isLong: whether what is derived stands behind the axes; the session must have it then.
    package func rows(_ samples: Range<Int>, of session: RecordedSession, isLong: Bool = false) -> String {
        var text = ""
        for sample in samples {
            text += "\(session.name),\(session.subject ?? ""),\(session.labels[sample]),\(session.timestamps[sample])"
            for value in session.sample(sample) { text += value.isNaN ? "," : ",\(Self.spelled(value))" }
            guard isLong else {
                text += "\n"
                continue
            }
            let derived = session.derived(sample..<sample + 1).prefix(RecordedSession.bookQuantities.count)
            for value in derived { text += ",\(Self.spelled(value))" }
            text += "\n"
        }
        return text
    }

    /// - Parameter isContinuation: whether it is a part of the session before.
    /// - Throws: why a session would not be read back as it is, if so.
    package func check(
        _ session: RecordedSession, after last: End?, isContinuation: Bool = false, path: String
    ) throws(RecordingError) {
        var problem = Self.problem(of: session)
        if let last, problem == nil {
            if !isContinuation, last.name == session.name {
                problem = "has the name of the session before it; rename one of them"
            } else if isContinuation, session.timestamps[0] <= last.time {
                problem = Self.fallingTime
            }
        }
        guard let problem else { return }
        throw .unfit(path: path, reason: "cannot be a recording: session “\(session.name)” \(problem)")
    }

    private static let fallingTime = "has time stamps that do not rise"

    /// The shortest number that is read as this value. The reader goes by way of Double, which once in a blue moon rounds to the
    /// other side, or to its limit; then all digits are needed.
    package static func spelled(_ value: Float) -> String {
        let short = "\(value)"
        guard let read = Double(short), Float(read) == value, read.magnitude < RecordingReader.numberLimit else {
            return "\(Double(value))"
        }
        return short
    }

    private static func problem(of session: RecordedSession) -> String? {
        guard session.count > 0 else { return "has no samples" }
        guard session.labels.count == session.count, session.values.count == session.count * session.width else {
            return "has not one label and one value of each channel for each time stamp"
        }
        guard session.subject != "" else { return "has a subject without a name; give it one, or none" }
        guard ([session.name, session.subject ?? ""] + Set(session.labels)).allSatisfy(isPlain) else {
            return "has a name, a subject or a label with a comma, a line end or spaces around it; rename it"
        }
        let mayMiss = session.channels != .sixAxes
        let numbers = session.timestamps + session.values.lazy.filter { !(mayMiss && $0.isNaN) }.map(Double.init)
        guard numbers.allSatisfy({ $0.magnitude < RecordingReader.numberLimit }) else {
            return "has a number that is not finite or out of range"
        }
        guard zip(session.timestamps.dropFirst(), session.timestamps).allSatisfy({ $0 > $1 }) else {
            return fallingTime
        }
        return nil
    }

    private static func problem(of channels: NamedChannels) -> String? {
        guard channels.count > 0 else { return "it has no channels" }
        let names = channels.names
        guard Set(names).count == names.count, names.allSatisfy({ !$0.isEmpty && isPlain($0) && !ColumnLayout.names.contains($0) })
        else { return "each channel needs a name of its own, without commas" }
        return nil
    }

    /// Recordings quote nothing.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != 0x2C && $0 != 0x0A && $0 != 0x0D } && text.first != " " && text.last != " "
    }
}
