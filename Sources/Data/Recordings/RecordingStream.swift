import Formatting
import Foundation
import MotionCore

/// A recording, read a session at a time, in memory that does not grow with it.
///
///     let stream = try RecordingReader().stream(path)
///     while let part = try stream.next() { use(part.session) }
///
/// What is wrong with a recording comes up where it is met; who wants to hear of it before the work reads the stream to its end
/// first, and then once more.
public final class RecordingStream {
    /// A session, or a part of a long one.
    public struct Part: Sendable {
        /// Its name and subject are those of the whole.
        public var session: RecordedSession
        /// Whether the part before it is of the same session.
        public var isContinuation: Bool

        package init(session: RecordedSession, isContinuation: Bool) {
            self.session = session
            self.isContinuation = isContinuation
        }
    }

    /// Samples of a part, at most: three quarters of an hour at 50 Hz.
    public static let longestPart = 1 << 17

    /// Where it is read from.
    public let path: String
    let reader: RecordingReader
    private let lines: Lines
    private let longestPart: Int
    private var layout: ColumnLayout?
    /// What makes g and rad/s of each channel; nil where nobody said units.
    private var factors: [Double]?
    private var row = CSVRow()
    private var names = RowNames()
    private var lengths = RecordedLengths()
    /// What is being read.
    private var part = Part(session: RecordedSession(name: "", subject: nil), isContinuation: false)
    /// Of the session that it belongs to: samples, and the first and the last time stamp.
    private var samples = 0
    /// Of these and of the rows passed over in it: what tells the time where no column does.
    private var place = 0
    private var times = (first: 0.0, last: 0.0)
    /// Of the last sample.
    private var lastLine = 0
    private var blankLines = 0
    private var sessions = 0
    private var isAtEnd = false
    /// Rows that were passed over.
    package private(set) var badRows = BadRows()

    init(_ lines: Lines, path: String, reader: RecordingReader, longestPart: Int) {
        self.lines = lines
        self.path = path
        self.reader = reader
        self.longestPart = longestPart
    }

    /// The next session, in the order of the file, or the next part of one; nil after the last.
    public func next() throws(RecordingError) -> Part? {
        precondition(reader.channels.usual.isEmpty || reader.people != nil, "people's ranges are not known: knowingPeople(of:)")
        var part = try nextRecorded()
        if let people = reader.people, var session = part?.session {
            people.normalise(&session)
            part?.session = session
        }
        return part
    }

    /// Its values in their units.
    private func nextRecorded() throws(RecordingError) -> Part? {
        while !isAtEnd {
            guard let line = try lines.next() else { return try end() }
            guard try cut(line) else { continue }
            if reader.passesBadRows, try passOver() { continue }
            if let finished = try append() { return finished }
        }
        return nil
    }

    /// What a sample holds, by the header and the first thousand rows: a column is a channel if the first value in it is a number.
    /// What was read is not handed on: for a stream of its own.
    func channels() throws(RecordingError) -> NamedChannels {
        var holdsNumbers: [Bool?] = []
        var rows = 0
        while rows < Self.tellingRows, let line = try lines.next() {
            guard try cut(line), let layout else { continue }
            if holdsNumbers.isEmpty { holdsNumbers = layout.places.map { _ in nil } }
            rows += 1
            for (channel, columns) in layout.places.enumerated() where holdsNumbers[channel] == nil {
                guard !columns.allSatisfy({ row.isMissing($0) }) else { continue }
                holdsNumbers[channel] = columns.allSatisfy { row.number($0) != nil }
            }
            if !holdsNumbers.contains(nil) { break }
        }
        guard rows > 0 else { throw .empty(path: path) }
        try layout?.keep(holdsNumbers.map { $0 ?? false }, path: path)
        return layout?.channels ?? .sixAxes
    }

    private static let tellingRows = 1000

    /// The last part, after the checks that need all of the recording.
    private func end() throws(RecordingError) -> Part? {
        isAtEnd = true
        if reader.passesBadRows { try badRows.requireFew(path: path, said: reader.units, RecordedUnits(), .book) }
        guard sessions > 0 else { throw .empty(path: path) }
        try checkTimes()
        if !lengths.isFull { try checkUnits() }
        return part
    }

    /// Makes a row of a line; false if it holds no samples.
    private func cut(_ line: UnsafeRawBufferPointer) throws(RecordingError) -> Bool {
        row.cut(line)
        if row.isBlank {
            blankLines += 1
            guard blankLines <= RecordingReader.mostBlankLines else {
                throw refusal("so far \(RecordingReader.mostBlankLines) blank lines; this is no recording")
            }
            return false
        }
        try checkText(line)
        if let layout {
            guard row.count == layout.columns || reader.passesBadRows else {
                let end = lines.isUnterminated && row.count < layout.columns ? "; the file ends within this row" : ""
                throw refusal("\(row.count) columns where \(layout.columns) are expected\(end)")
            }
            return true
        }
        try checkForm(line)
        let found = try ColumnLayout(firstRow: row, reader: reader, path: path)
        layout = found
        factors = reader.units?.factors(of: found.channels)
        return !found.hasHeader
    }

    /// What a first line looks like that somebody else's program wrote.
    private func checkForm(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        if line.contains(0x0D) { throw refusal("its lines end with CR alone; save it with LF or CR LF") }
        if line.contains(UInt8(ascii: "\"")) { throw refusal("its names stand in quotation marks; save it without them") }
        for (mark, name) in [(UInt8(ascii: ";"), "semicolons"), (UInt8(ascii: "\t"), "tabs")]
        where row.count == 1 && line.contains(mark) {
            throw refusal("its columns are separated by \(name); save it with commas between them, and points in its numbers")
        }
    }

    private func checkText(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        var high: UInt8 = 0
        var hasNull = false
        for byte in line {
            high |= byte
            hasNull = hasNull || byte == 0
        }
        guard high < 0x80 || String(validating: line, as: UTF8.self) != nil else {
            if layout != nil { throw refusal("it is not UTF-8 text") }
            throw .damaged(
                path: path, reason: "it is not UTF-8 text; of the compressed forms only gzip is read, unpack others first")
        }
        if hasNull { throw refusal("it holds a NUL byte, as no text does; if it is UTF-16, save it as UTF-8") }
    }

    /// Takes the row's sample in.
    ///
    /// - Returns: the part before, if this sample is of another.
    private func append() throws(RecordingError) -> Part? {
        guard let layout else { return nil }
        let finished = try begin(try readNames(layout))
        var time = Double(place) * reader.assumedPeriod
        if let column = layout.timestamp { time = try number(column, "timestamp_ms") }
        // Stamps may repeat, as those of a packet do.
        if samples > 0, time < times.last {
            throw refusal("the time stamp \(time) comes before \(times.last), that of the row before it")
        }
        times = (samples == 0 ? time : times.first, time)
        samples += 1
        place += 1
        lastLine = lines.number
        part.session.timestamps.append(time)
        part.session.labels.append(names.label)
        for (channel, columns) in layout.places.enumerated() {
            let value = try value(columns, layout.channels.names[channel], mayMiss: layout.mayMiss)
            part.session.values.append(Float(value * (factors?[channel] ?? 1)))
        }
        if reader.units == nil, !lengths.isFull { try addLengths(part.session.values.suffix(layout.channels.count)) }
        return finished
    }

    /// The sum of some columns; NaN if it is missing.
    private func value(_ columns: [Int], _ name: String, mayMiss: Bool) throws(RecordingError) -> Double {
        if columns.isEmpty || (mayMiss && columns.allSatisfy { row.isMissing($0) }) { return .nan }
        var value = 0.0
        for column in columns { value += try number(column, name) }
        return value
    }

    private func addLengths(_ sample: ArraySlice<Float>) throws(RecordingError) {
        guard let columns = layout?.channels.sixAxisSensor?.columns else { return }
        let axes = columns.compactMap { column in column.map { sample[sample.startIndex + $0] } }
        guard axes.allSatisfy({ $0.isFinite }) else { return }
        lengths.add(axes[...])
        if lengths.isFull { try checkUnits() }
    }

    /// Counts the row, and passes over it if it holds no sample.
    private func passOver() throws(RecordingError) -> Bool {
        guard let layout else { return false }
        badRows.rows += 1
        var sample: [Float] = []
        if row.count == layout.columns {
            for (channel, columns) in layout.places.enumerated() {
                let numbers = columns.compactMap { row.number($0) }
                guard numbers.count == columns.count, numbers.allSatisfy({ $0.magnitude < RecordingReader.numberLimit }) else {
                    break
                }
                sample.append(Float(numbers.reduce(0, +) * (factors?[channel] ?? 1)))
            }
        }
        let isGood = badRows.check(sample, line: lines.number)
        if !isGood { place += 1 }
        return !isGood
    }

    /// - Returns: whether the row begins a session.
    private func readNames(_ layout: ColumnLayout) throws(RecordingError) -> Bool {
        do throws(RowNames.Fault) {
            return try names.read(row, layout)
        } catch {
            throw refusal(Sentence(error.problem))
        }
    }

    /// Begins a session or a part, if it is time.
    ///
    /// - Returns: the part before.
    private func begin(_ isNewSession: Bool) throws(RecordingError) -> Part? {
        guard isNewSession || part.session.count == longestPart else { return nil }
        let finished = sessions > 0 ? part : nil
        if isNewSession {
            try checkTimes()
            (samples, place) = (0, 0)
            sessions += 1
            guard sessions <= RecordingReader.mostSessions else {
                throw refusal("more than \(RecordingReader.mostSessions) sessions; cut it into smaller recordings")
            }
        }
        let session = RecordedSession(
            name: names.session, subject: names.subject, channels: layout?.channels ?? .sixAxes)
        part = Part(session: session, isContinuation: !isNewSession)
        return finished
    }

    private func number(_ column: Int, _ name: String) throws(RecordingError) -> Double {
        guard let value = row.number(column), value.isFinite, value.magnitude < RecordingReader.numberLimit else {
            throw refusal("\(name) is “\(row.text(column))”, which is no finite number")
        }
        return value
    }

    private func checkTimes() throws(RecordingError) {
        guard samples > 1, times.first == times.last else { return }
        throw .row(
            path: path, line: lastLine,
            reason: "all time stamps of session \(part.session.name) are \(times.first); they are milliseconds, and tell when a "
                + "sample was taken")
    }

    private func checkUnits() throws(RecordingError) {
        guard reader.units == nil, let (likely, reason) = RecordedUnits().contradicted(by: lengths) else { return }
        throw .units(path: path, likely: likely, reason: reason)
    }

    /// Of the line that was read last.
    private func refusal(_ reason: Sentence) -> RecordingError { .row(path: path, line: lines.number, reason: reason) }
}
