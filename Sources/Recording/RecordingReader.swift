import Files
import Foundation

/// Reads recordings: CSV with a header as in the README, or the header-less 14 columns of the book's GestureDataRecorder.
///
/// The 14 columns are session, activity, roll, pitch, yaw, rotation rate x y z (rad/s), gravity x y z (g), user acceleration x y z
/// (g), at 25 Hz without time stamps; gravity and user acceleration are added, as a sensor feels them, unless
/// `userAccelerationOnly`.
public struct RecordingReader: Sendable {
    /// Leave gravity out of the 14-column form.
    public var userAccelerationOnly = false
    /// Milliseconds between two rows of the 14-column form.
    public var assumedPeriod = 40.0

    /// Numbers are smaller than this, which no sensor comes near.
    static let numberLimit = 1e12

    public init() {}

    /// Reads a whole file, plain or packed with gzip. A session ends where the name in the session column changes.
    public func read(_ path: String) throws(RecordingError) -> Recording {
        var contents: Data
        do throws(FileError) {
            contents = Data(try WholeFile.bytes(ofFileAt: path, limit: Gzip.largestContents))
        } catch {
            throw RecordingError(error)
        }
        if Gzip.isCompressed(contents) {
            do throws(GzipFault) {
                contents = try Gzip.unpacked(contents)
            } catch {
                throw .damaged(path: path, reason: error.description)
            }
        }
        guard let text = String(data: contents, encoding: .utf8) else {
            throw .damaged(
                path: path, reason: "it is not UTF-8 text; of the compressed forms only gzip is read, unpack others first")
        }
        return try parse(text, path: path)
    }

    /// The same from text; `path` is for messages.
    public func parse(_ text: String, path: String) throws(RecordingError) -> Recording {
        var layout: ColumnLayout?
        var sessions: [RecordedSession] = []
        var line = 0
        var text = text
        let rows = text.withUTF8 { bytes in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) } }
        for row in rows {
            line += 1
            let fields = CSVRow(row)
            if fields.isBlank { continue }
            guard let known = layout else {
                layout = try ColumnLayout(firstRow: fields, reader: self, path: path)
                if layout?.hasHeader == false { try append(fields, layout: layout, line: line, path: path, to: &sessions) }
                continue
            }
            try append(fields, layout: known, line: line, path: path, to: &sessions)
        }
        guard !sessions.isEmpty else { throw .empty(path: path) }
        for session in sessions where session.count > 1 {
            guard let first = session.timestamps.first, first == session.timestamps.last else { continue }
            throw .row(
                path: path, line: line,
                reason:
                    "all time stamps of session \(session.name) are \(first); they are milliseconds, and tell when a sample was taken"
            )
        }
        return Recording(path: path, sessions: sessions)
    }

    private func append(
        _ fields: CSVRow, layout: ColumnLayout?, line: Int, path: String, to sessions: inout [RecordedSession]
    ) throws(RecordingError) {
        guard let layout else { return }
        guard fields.count == layout.columns else {
            throw .row(path: path, line: line, reason: "\(fields.count) columns where \(layout.columns) are expected")
        }
        let name = fields.text(layout.session)
        if sessions.last?.name != name {
            let subject = layout.subject.map { fields.text($0) }
            sessions.append(RecordedSession(name: name, subject: subject?.isEmpty == true ? nil : subject))
        }
        let last = sessions.count - 1
        let time: Double
        if let column = layout.timestamp {
            time = try number(fields, column, "timestamp_ms", line, path)
        } else {
            time = Double(sessions[last].count) * assumedPeriod
        }
        // Stamps may repeat, as those of a packet do.
        if let previous = sessions[last].timestamps.last, time < previous {
            throw .row(path: path, line: line, reason: "the time stamp \(time) comes before \(previous), that of the row before it")
        }
        sessions[last].timestamps.append(time)
        sessions[last].labels.append(fields.text(layout.label))
        for (channel, columns) in layout.channels.enumerated() {
            var value = 0.0
            for column in columns { value += try number(fields, column, RecordedSession.channelNames[channel], line, path) }
            sessions[last].values.append(Float(value))
        }
    }

    private func number(
        _ fields: CSVRow, _ column: Int, _ name: String, _ line: Int, _ path: String
    ) throws(RecordingError) -> Double {
        guard let value = fields.number(column), value.isFinite, value.magnitude < Self.numberLimit else {
            throw .row(path: path, line: line, reason: "\(name) is “\(fields.text(column))”, which is no finite number")
        }
        return value
    }
}
