import Formatting

/// Puts the rows of a foreign table together to sessions, and parts of long ones.
struct ForeignSessions {
    /// What is being read; nil before the first row.
    private(set) var part: RecordingStream.Part?
    private let file: ForeignFile
    private var label: ForeignNames
    private var subject: ForeignNames
    private var session: ForeignNames
    /// What the session column said last, and the time of the last row.
    private var column: String?
    private var last = 0.0
    /// The time of the session's first row, and samples of a part, at most.
    private var start = 0.0
    private let longestPart: Int
    private var numbers: [String: Int] = [:]
    private var count = 0

    init(_ places: ForeignColumns, _ file: ForeignFile, longestPart: Int) {
        self.file = file
        self.longestPart = longestPart
        label = ForeignNames("label", at: places.label)
        subject = ForeignNames("subject", at: places.subject)
        session = ForeignNames("session", at: places.session)
    }

    /// - Parameters:
    ///   - values: six.
    ///   - time: milliseconds.
    /// - Returns: the part before, if this row is of another.
    mutating func add(
        _ values: [Float], at time: Double, _ row: ForeignRow, line: Int
    ) throws(RecordingError) -> RecordingStream.Part? {
        try label.read(row, path: file.path, line: line)
        try subject.read(row, path: file.path, line: line)
        try session.read(row, path: file.path, line: line)
        let who = subject.text?.isEmpty == true ? nil : subject.text
        // A recording counts its milliseconds no further than its numbers go.
        let isFar = time - start >= RecordingReader.numberLimit
        let isNew = part.map { session.text != column || $0.session.subject != who || time < last || isFar } ?? true
        let isFull = (part?.session.count ?? 0) >= longestPart
        (column, last) = (session.text, time)
        if isNew { start = time }
        var finished: RecordingStream.Part?
        if isNew || isFull {
            finished = part
            let name = try isNew ? begin(line) : part?.session.name ?? ""
            part = RecordingStream.Part(session: RecordedSession(name: name, subject: who), isContinuation: !isNew)
        }
        part?.session.timestamps.append(time)
        part?.session.labels.append(label.text ?? "")
        part?.session.values.append(contentsOf: values)
        return finished
    }

    /// - Returns: the name of the session that begins.
    private mutating func begin(_ line: Int) throws(RecordingError) -> String {
        count += 1
        guard count <= RecordingReader.mostSessions else {
            throw .row(
                path: file.path, line: line,
                reason: "more than \(RecordingReader.mostSessions) sessions; cut it into smaller recordings")
        }
        let name = session.text.flatMap { $0.isEmpty ? nil : $0 } ?? file.name
        let number = numbers[name, default: 0] + 1
        numbers[name] = number
        return number == 1 ? name : "\(name)-\(number)"
    }
}
