/// Reads tables of other programs as sessions: columns found by name or named by somebody, any separator, any unit of time.
///
/// A session ends where its column or the subject's changes and where time goes back. Rows that cannot be read (another number of
/// columns, no number or NaN where one is needed) are lost samples; more than one in twenty of them are refused.
public struct ForeignReader: Sendable {
    /// What somebody says of the columns; what is not said is found by the names in the header.
    public var columns: ColumnChoice?
    /// Nil: those in the header, or else g and rad/s, refused if motion cannot be like that.
    public var units: RecordedUnits?
    /// Samples per second of tables whose time stamps are missing, or not to be looked at.
    public var rate: Double?
    /// Of the book's 14 columns take the acceleration without gravity.
    public var userAccelerationOnly = false

    public init() {}

    /// What was read of a file.
    struct Reading {
        var sessions: [RecordedSession] = []
        var hasLabels = false
        var hasSubjects = false
        var hasRotation = true
        var lacksGravity = false
        var unreadableRows = 0
        /// What the time stamps are taken for.
        var time = ""
    }

    func read(_ file: ForeignFile) throws(RecordingError) -> Reading {
        let table = try ForeignTable(file.path)
        if table.isBookForm, columns == nil { return try bookForm(file.path) }
        guard !table.rows.isEmpty else { throw .empty(path: file.path) }
        let places = try ForeignColumns(table, columns)
        let clock = try TimeColumn(table, places, rate: rate)
        var reading = Reading()
        reading.hasLabels = places.label != nil
        reading.hasSubjects = places.subject != nil
        reading.hasRotation = places.channels.count == 6
        reading.lacksGravity = places.lacksGravity
        reading.time = clock.words
        var used = RecordedUnits()
        used.acceleration = units?.acceleration ?? places.acceleration ?? .g
        used.rotation = units?.rotation ?? places.rotation ?? .radiansPerSecond
        let factors = (0..<6).map { used.factor(ofChannel: $0) }
        var firstUnreadable: Int?
        var sessions = SessionCollector(named: file.name)
        for (index, row) in table.rows.enumerated() {
            guard let sample = sample(row, table, places, factors), let time = clock.milliseconds(row, index) else {
                reading.unreadableRows += 1
                firstUnreadable = firstUnreadable ?? row.line
                continue
            }
            sessions.add(
                sample, at: time, label: places.label.map { row.text($0) } ?? "", subject: places.subject.map { row.text($0) },
                session: places.session.map { row.text($0) })
        }
        if let firstUnreadable, reading.unreadableRows * 20 > table.rows.count {
            throw .row(
                path: file.path, line: firstUnreadable,
                reason:
                    "\(reading.unreadableRows) of \(table.rows.count) rows are like this one, which has not \(table.width) columns or no "
                    + "number where one is needed; look whether the columns are the right ones, with --columns")
        }
        reading.sessions = sessions.sessions
        var lengths = RecordedLengths()
        for session in reading.sessions {
            for index in 0..<session.count where !lengths.isFull { lengths.add(session.sample(index)) }
        }
        if units == nil, let (likely, reason) = used.contradicted(by: lengths) {
            throw .units(path: file.path, likely: likely, reason: reason)
        }
        return reading
    }

    /// Six values, without a gyroscope three and zeros; nil if a number is missing.
    private func sample(
        _ row: ForeignRow, _ table: ForeignTable, _ places: ForeignColumns, _ factors: [Double]
    ) -> [Float]? {
        guard row.count == table.width, places.last < row.count else { return nil }
        var values = [Float](repeating: 0, count: 6)
        for (channel, place) in places.channels.enumerated() {
            guard let number = row.number(place), number.magnitude < RecordingReader.numberLimit else { return nil }
            values[channel] = Float(number * factors[channel])
        }
        return values
    }

    private func bookForm(_ path: String) throws(RecordingError) -> Reading {
        var reader = RecordingReader()
        reader.userAccelerationOnly = userAccelerationOnly
        reader.units = units
        if let rate { reader.assumedPeriod = 1000 / rate }
        var reading = Reading()
        reading.sessions = try reader.read(path).sessions
        reading.hasLabels = true
        reading.lacksGravity = userAccelerationOnly
        reading.time = "time by the \(rate.map { "\($0)" } ?? "25") Hz of the book's recorder"
        return reading
    }
}

extension ForeignTable {
    /// The header-less 14 columns of the book's recorder, the second of which is the label.
    fileprivate var isBookForm: Bool {
        header == nil && width == 14 && first.count == 14 && Double(first[1]) == nil && first[2...].allSatisfy { Double($0) != nil }
    }
}

/// Puts rows together to sessions.
private struct SessionCollector {
    private(set) var sessions: [RecordedSession] = []
    private let file: String
    /// What the session column said last, and the time of the last row.
    private var column: String?
    private var last = 0.0
    private var numbers: [String: Int] = [:]

    init(named file: String) {
        self.file = file
    }

    mutating func add(_ values: [Float], at time: Double, label: String, subject: String?, session: String?) {
        let who = subject?.isEmpty == true ? nil : subject
        if sessions.isEmpty || session != column || sessions[sessions.count - 1].subject != who || time < last {
            let name = session.flatMap { $0.isEmpty ? nil : $0 } ?? file
            let number = numbers[name, default: 0] + 1
            numbers[name] = number
            sessions.append(RecordedSession(name: number == 1 ? name : "\(name)-\(number)", subject: who))
        }
        let place = sessions.count - 1
        (column, last) = (session, time)
        sessions[place].timestamps.append(time)
        sessions[place].labels.append(label)
        sessions[place].values += values
    }
}
