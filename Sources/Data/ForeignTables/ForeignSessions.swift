import Formatting
import MotionCore
import Recordings

/// Puts the rows of a foreign table together to sessions, and parts of long ones.
///
/// A session ends where its column or the subject's changes, at a blank line or the header once more, and where the clock was set:
/// time goes back, or jumps ahead by much more than the session has lasted. A few rows after which time goes on as if they were not
/// there have stamps that somebody wrote wrongly; they are lost samples.
struct ForeignSessions {
    private struct Row {
        let values: [Float]
        let time: Double
        let label: String
        let subject: String?
        let session: String?
        let line: Int
        /// Whether a blank line or the header stands before it.
        let isAfterBreak: Bool
    }

    /// What is being read; nil before the first row.
    private var part: RecordingStream.Part?
    /// Lines of rows whose time fits neither the rows before them nor those after; who counts them takes them out.
    var misfits: [Int] = []
    /// Sessions that began after a blank line or the header once more.
    private(set) var breaks = 0
    /// Sessions that began where the clock was set, and nothing else says that one begins.
    private(set) var setClocks = 0
    private let file: ForeignFile
    private let channels: NamedChannels
    private var label: ForeignNames
    private var subject: ForeignNames
    private var session: ForeignNames
    /// The subject of what is being read.
    private var whose: String?
    /// What the session column said last, and the time of the last row.
    private var column: String?
    private var last = 0.0
    /// The time of the session's first row, and samples of a part, at most.
    private var start = 0.0
    private let longestPart: Int
    private var numbers: [String: Int] = [:]
    private var count = 0
    /// Times of the session's last rows, in a ring, and how many rows it has.
    private var times: [Double] = []
    private var rows = 0
    /// Rows whose time does not go on from the last one: what follows tells whether it is the clock's.
    private var waiting: [Row] = []

    /// Rows in whose place time goes on, at most.
    private static let mostMisfits = 3
    /// Steps that tell how far two rows are apart, and how many of them two rows may be apart without being looked at.
    private static let steps = 8
    private static let usualDistance = 10.0
    /// A jump ahead that begins a session: milliseconds, and how many times as long as the session has lasted.
    private static let farthest = 600_000.0
    private static let timesAsLong = 3.0

    init(_ places: ForeignColumns, _ file: ForeignFile, longestPart: Int) {
        self.file = file
        channels = places.hasMotion || !places.others.names.isEmpty ? places.recorded : .sixAxes
        self.longestPart = longestPart
        label = ForeignNames("label", at: places.label)
        subject = ForeignNames("subject", at: places.subject)
        session = ForeignNames("session", at: places.session)
        times = Array(repeating: 0, count: Self.steps)
    }

    /// - Parameters:
    ///   - values: one of each channel.
    ///   - time: milliseconds.
    ///   - isAfterBreak: whether a blank line or the header once more stands before the row.
    /// - Returns: the parts before, as far as this row ends them.
    mutating func add(
        _ values: [Float], at time: Double, _ row: ForeignRow, line: Int, isAfterBreak: Bool
    ) throws(RecordingError) -> [RecordingStream.Part] {
        try label.read(row, path: file.path, line: line)
        try subject.read(row, path: file.path, line: line)
        try session.read(row, path: file.path, line: line)
        let new = Row(
            values: values, time: time, label: label.text ?? "", subject: subject.text?.isEmpty == true ? nil : subject.text,
            session: session.text, line: line, isAfterBreak: isAfterBreak)
        guard waiting.isEmpty, !isOdd(new) else {
            waiting.append(new)
            return try settle(isEnd: false)
        }
        return try append(new).map { [$0] } ?? []
    }

    /// No row follows.
    ///
    /// - Returns: the last parts.
    mutating func finish() throws(RecordingError) -> [RecordingStream.Part] {
        let finished = try settle(isEnd: true)
        defer { part = nil }
        return finished + (part.map { [$0] } ?? [])
    }

    /// Takes waiting rows in as far as it is clear what they are.
    private mutating func settle(isEnd: Bool) throws(RecordingError) -> [RecordingStream.Part] {
        var finished: [RecordingStream.Part] = []
        while let first = waiting.first {
            if isOdd(first) {
                if let next = waiting.indices.dropFirst().first(where: goesOn) {
                    misfits += waiting[..<next].map(\.line)
                    waiting.removeFirst(next)
                    continue
                }
                guard isEnd || waiting.count > Self.mostMisfits || waiting.dropFirst().contains(where: beginsAnew) else { break }
            }
            waiting.removeFirst()
            if let part = try append(first) { finished.append(part) }
        }
        return finished
    }

    /// Whether a row says itself that a session begins with it.
    private func beginsAnew(_ row: Row) -> Bool {
        if part == nil || row.isAfterBreak || row.session != column { return true }
        return row.subject != whose
    }

    /// Milliseconds between two of the last rows; nil where too few tell, or all came at once.
    private var step: Double? {
        guard rows >= Self.steps else { return nil }
        let step = (last - times[rows % Self.steps]) / Double(Self.steps - 1)
        return step > 0 ? step : nil
    }

    /// Whether time does not go on with a row as the session's does.
    private func isOdd(_ row: Row) -> Bool {
        guard let step, !beginsAnew(row) else { return false }
        return row.time < last || row.time - last > Self.usualDistance * step
    }

    /// Whether time goes on with a waiting row as if those that wait before it had been lost, for they lie elsewhere.
    private func goesOn(at place: Int) -> Bool {
        let row = waiting[place]
        guard let step, !beginsAnew(row) else { return false }
        let steps = (row.time - last) / step
        guard steps >= Double(place) + 0.4, steps <= Double(place) + Self.usualDistance else { return false }
        return waiting[..<place].allSatisfy { $0.time < last || $0.time > row.time }
    }

    /// - Returns: the part before, if this row is of another.
    private mutating func append(_ row: Row) throws(RecordingError) -> RecordingStream.Part? {
        let isAnew = beginsAnew(row)
        let isNew = isAnew || isSet(row.time)
        if isNew, !isAnew { setClocks += 1 }
        let isFull = (part?.session.count ?? 0) >= longestPart
        if row.isAfterBreak, part != nil { breaks += 1 }
        (column, last) = (row.session, row.time)
        if isNew { (start, rows, whose) = (row.time, 0, row.subject) }
        times[rows % Self.steps] = row.time
        rows += 1
        var finished: RecordingStream.Part?
        if isNew || isFull {
            finished = part
            let name = try isNew ? begin(row) : part?.session.name ?? ""
            part = RecordingStream.Part(
                session: RecordedSession(name: name, subject: row.subject, channels: channels), isContinuation: !isNew)
        }
        part?.session.timestamps.append(row.time)
        part?.session.labels.append(row.label)
        part?.session.values.append(contentsOf: row.values)
        return finished
    }

    /// Whether the clock was set between the last row and one at this time. A recording counts its milliseconds no further than
    /// its numbers go.
    private func isSet(_ time: Double) -> Bool {
        let jump = time - last
        return jump < 0 || time - start >= RecordingReader.numberLimit
            || (jump > Self.farthest && jump > Self.timesAsLong * (last - start))
    }

    /// - Returns: the name of the session that begins.
    private mutating func begin(_ row: Row) throws(RecordingError) -> String {
        count += 1
        guard count <= RecordingReader.mostSessions else {
            throw .row(
                path: file.path, line: row.line,
                reason: "more than \(RecordingReader.mostSessions) sessions; cut it into smaller recordings")
        }
        let name = row.session.flatMap { $0.isEmpty ? nil : $0 } ?? file.name
        let number = numbers[name, default: 0] + 1
        numbers[name] = number
        return number == 1 ? name : "\(name)-\(number)"
    }
}
