import Formatting

/// Reads tables of other programs as sessions: columns found by name or named by somebody, any separator, any unit of time.
///
/// A session ends where its column or the subject's changes and where time goes back. Rows that cannot be read (another number of
/// columns, no number or NaN where one is needed, a number that no sensor measures) are lost samples; more than one in twenty of
/// them are refused. Memory does not grow with the table.
public struct ForeignReader: Sendable {
    /// What somebody says of the columns; what is not said is found by the names in the header.
    public var columns: ColumnChoice?
    /// Nil: those in the header, or else g and rad/s, refused if motion cannot be like that.
    public var units: RecordedUnits?
    /// Samples of a part, at most.
    package var longestPart = RecordingStream.longestPart
    /// Samples per second of tables whose time stamps are missing, or not to be looked at.
    public var rate: Double?
    /// Of the book's 14 columns take the acceleration without gravity.
    public var userAccelerationOnly = false

    public init() {}

    /// What the beginning of a file says of all of it.
    struct Survey {
        var hasLabels = true
        var hasSubjects = false
        var hasRotation = true
        var lacksGravity = false
        /// What the time stamps are taken for.
        var time = ""
        /// Nil: the book's form.
        fileprivate var table: Table?
    }

    fileprivate struct Table {
        let separator: UInt8
        let hasHeader: Bool
        let width: Int
        let places: ForeignColumns
        let clock: TimeColumn
    }

    func survey(_ file: ForeignFile) throws(RecordingError) -> Survey {
        let table = try ForeignTable(file.path)
        var survey = Survey()
        if table.isBookForm, columns == nil {
            survey.lacksGravity = userAccelerationOnly
            survey.time = "time by the \(rate.map { "\($0)" } ?? "25") Hz of the book's recorder"
            return survey
        }
        guard !table.isEmpty else { throw .empty(path: file.path) }
        let places = try ForeignColumns(table, columns)
        let clock = try TimeColumn(table, places, rate: rate)
        survey.hasLabels = places.label != nil
        survey.hasSubjects = places.subject != nil
        survey.hasRotation = places.channels.count == 6
        survey.lacksGravity = places.lacksGravity
        survey.time = clock.words
        survey.table = Table(
            separator: table.separator, hasHeader: table.header != nil, width: table.width, places: places, clock: clock)
        return survey
    }

    /// Reads a file from the beginning to the end, and hands on its sessions in parts.
    ///
    /// - Returns: the rows that could not be read.
    func read(
        _ file: ForeignFile, _ survey: Survey, _ body: (RecordingStream.Part) throws(RecordingError) -> Void
    ) throws(RecordingError) -> BadRows {
        if let table = survey.table { return try read(file, table, body) }
        var reader = RecordingReader()
        reader.userAccelerationOnly = userAccelerationOnly
        reader.units = units
        reader.passesBadRows = true
        if let rate { reader.assumedPeriod = 1000 / rate }
        let stream = try reader.stream(file.path)
        while let part = try stream.next() { try body(part) }
        return stream.badRows
    }

    private func read(
        _ file: ForeignFile, _ table: Table, _ body: (RecordingStream.Part) throws(RecordingError) -> Void
    ) throws(RecordingError) -> BadRows {
        var used = RecordedUnits()
        used.acceleration = units?.acceleration ?? table.places.acceleration ?? .g
        used.rotation = units?.rotation ?? table.places.rotation ?? .radiansPerSecond
        let factors = (0..<6).map { used.factor(ofChannel: $0) }
        let lines = try ForeignLines(file.path)
        if table.hasHeader { _ = try lines.next() }
        var row = ForeignRow(table.separator)
        var sample: [Float] = []
        var badRows = BadRows()
        var sessions = ForeignSessions(table.places, file, longestPart: longestPart)
        var lengths = RecordedLengths()
        while let line = try lines.next() {
            row.cut(line)
            badRows.rows += 1
            let time = read(row, table, factors, badRows.rows - 1, into: &sample)
            guard badRows.check(sample, line: lines.number), let time else { continue }
            if let finished = try sessions.add(sample, at: time, row, line: lines.number) { try body(finished) }
            guard !lengths.isFull else { continue }
            lengths.add(sample[...])
            if lengths.isFull { try check(lengths, used, file) }
        }
        try badRows.requireFew(path: file.path, said: units, used, .found(width: table.width))
        if !lengths.isFull { try check(lengths, used, file) }
        if let last = sessions.part { try body(last) }
        return badRows
    }

    /// Refuses what other verbs would not take for g and rad/s, unless a person has said the units.
    private func check(_ lengths: RecordedLengths, _ used: RecordedUnits, _ file: ForeignFile) throws(RecordingError) {
        guard units == nil else { return }
        if let (likely, reason) = used.contradicted(by: lengths) {
            throw .units(path: file.path, likely: likely, reason: reason)
        }
        guard let (_, reason) = RecordedUnits().contradicted(by: lengths) else { return }
        throw .foreign(
            path: file.path,
            reason:
                "read in \(used.text), as its header says, \(reason)"
                + "\(remedy: "say the columns' true units, as \(.units, "g,rad/s"), or which columns are meant, with \(.columns)")")
    }

    /// Six values in g and rad/s, without a gyroscope three and zeros; fewer if a number is missing.
    ///
    /// - Parameter index: the row's, in the table.
    /// - Returns: when it was sampled, in milliseconds; nil if the row holds no sample.
    private func read(
        _ row: ForeignRow, _ table: Table, _ factors: [Double], _ index: Int, into sample: inout [Float]
    ) -> Double? {
        sample.removeAll(keepingCapacity: true)
        guard row.count == table.width, table.places.last < row.count, let time = table.clock.milliseconds(row, index) else {
            return nil
        }
        for (channel, place) in table.places.channels.enumerated() {
            guard let number = row.number(place), number.magnitude < RecordingReader.numberLimit else { return nil }
            sample.append(Float(number * factors[channel]))
        }
        while sample.count < 6 { sample.append(0) }
        return time
    }
}

extension ForeignTable {
    /// The header-less 14 columns of the book's recorder, the second of which is the label.
    fileprivate var isBookForm: Bool {
        header == nil && width == 14 && first.count == 14 && Double(first[1]) == nil && first[2...].allSatisfy { Double($0) != nil }
    }
}
