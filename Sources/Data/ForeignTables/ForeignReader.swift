import Formatting
import MotionUnits
public import Recordings

/// Reads tables of other programs as sessions: columns found by name or named by somebody, any separator, any unit of time.
///
/// A session ends where its column or the subject's changes, at a blank line (unless a column says the session) or the header once
/// more, and where the clock was set: time goes back, or far ahead. Rows that cannot be read (another number of
/// columns, no number or NaN where one is needed, a number that no sensor measures, a time that fits neither the rows before nor
/// those after) are lost samples; more than one in twenty of them are refused. Memory does not grow with the table.
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
        /// Why it holds no motion; nil where it does.
        var lackOfMotion: Sentence?
        /// Channels that are no motion.
        var others: OtherChannels { table?.places.others ?? OtherChannels() }
        /// What the time stamps are taken for, and what the rate is known by.
        var time = ""
        var rateReason = ""
        /// The units that it is read in, and what they are known by.
        var units = ""
        var unitsReason = ""
        /// Whether the gyroscope's table beside it is joined with it.
        var isJoined: Bool { rotation != nil }
        /// Nil: the book's form.
        fileprivate var table: Table?
        /// Of the gyroscope's table that is joined with it.
        fileprivate var rotation: Table?
        /// Tables of one kind have the same columns.
        var kind: OpenUnits.Kind { OpenUnits.Kind(header: table?.header ?? [], width: table?.width ?? 0) }
        /// The units that it is read in.
        var used = RecordedUnits()
    }

    fileprivate struct Table {
        let separator: UInt8
        /// Lines before the header, and the header; empty without one.
        let preamble: Int
        let header: [UInt8]
        /// Of a file of moments its fields.
        let moments: MomentColumns?
        let blankLinesEndSessions: Bool
        let width: Int
        let places: ForeignColumns
        /// The last column that is needed.
        let last: Int
        let clock: TimeColumn

        init(_ table: ForeignTable, _ places: ForeignColumns, rate: Double?) throws(RecordingError) {
            separator = table.separator
            (preamble, header, moments) = (table.preamble, table.headerLine, table.moments)
            // Who numbers sessions may have blank lines anywhere, as a recording that is being made has.
            blankLinesEndSessions = table.blankLinesEndSessions && places.session == nil
            width = table.width
            self.places = places
            last = places.last
            clock = try TimeColumn(table, places, rate: rate)
        }
    }

    func survey(_ file: ForeignFile) throws(RecordingError) -> Survey {
        let table = try ForeignTable(file.path)
        var survey = Survey()
        if table.isBookForm, columns == nil {
            survey.lacksGravity = userAccelerationOnly
            survey.time = "time by the \(rate.map { "\($0)" } ?? "25") Hz of the book's recorder"
            survey.rateReason = rate == nil ? "as the book's recorder has it" : "as said"
            (survey.units, survey.unitsReason) = (units ?? RecordedUnits()).words(isSaid: units != nil, inHeader: false)
            return survey
        }
        guard !table.isEmpty else { throw .empty(path: file.path) }
        let found = try Table(table, ForeignColumns(table, columns, needsMotion: file.needsMotion), rate: rate)
        survey.hasLabels = found.places.label != nil
        survey.hasSubjects = found.places.subject != nil
        survey.hasRotation = found.places.channels.count == 6
        survey.lackOfMotion = found.places.lackOfMotion
        survey.lacksGravity = found.places.lacksGravity || file.lacksGravity
        survey.time = found.clock.words
        survey.rateReason = found.clock.reason
        survey.table = found
        guard found.places.hasMotion else {
            (survey.units, survey.unitsReason) = ("their own", "as they are")
            return survey
        }
        if let path = file.rotation, !survey.hasRotation {
            let other = try ForeignTable(path)
            survey.rotation = try Table(other, ForeignColumns(rotationIn: other, columns), rate: rate)
            survey.hasRotation = true
        }
        let used = used(found.places, survey.rotation?.places)
        survey.used = used
        (survey.units, survey.unitsReason) = used.words(
            isSaid: units != nil, inHeader: found.places.acceleration != nil, hasRotation: survey.hasRotation)
        return survey
    }

    /// - Parameter other: the columns of the gyroscope's table, where it has one of its own.
    private func used(_ places: ForeignColumns, _ other: ForeignColumns?) -> RecordedUnits {
        var used = RecordedUnits()
        used.acceleration = units?.acceleration ?? places.acceleration ?? .g
        used.rotation = units?.rotation ?? (other ?? places).rotation ?? .radiansPerSecond
        return used
    }

    /// What was read of a file besides its sessions.
    struct Seen {
        var badRows = BadRows()
        /// Sessions that a blank line or the header once more began.
        var breaks = 0
        var motion = MotionEvidence(units: .said)
        /// Values of channels that are no numbers, and are missing for that.
        var oddValues = OddValues()
        /// Of each channel that is no motion the share of rows without a value.
        var missing: [(channel: String, share: Double)] = []
        /// Sessions that a clock began which was set, back or far ahead.
        var setClocks = 0
    }

    /// Reads a file from the beginning to the end, and hands on its sessions in parts.
    ///
    func read(
        _ file: ForeignFile, _ survey: Survey, _ body: (RecordingStream.Part) throws(RecordingError) -> Void
    ) throws(RecordingError) -> Seen {
        if let table = survey.table { return try read(file, table, survey.rotation, body) }
        var reader = RecordingReader()
        reader.userAccelerationOnly = userAccelerationOnly
        reader.units = units
        reader.passesBadRows = true
        if let rate { reader.assumedPeriod = 1000 / rate }
        let stream = try reader.stream(file.path)
        while let part = try stream.next() { try body(part) }
        return Seen(badRows: stream.badRows)
    }

    private func read(
        _ file: ForeignFile, _ table: Table, _ other: Table?, _ body: (RecordingStream.Part) throws(RecordingError) -> Void
    ) throws(RecordingError) -> Seen {
        let used = used(table.places, other?.places)
        let factors = (0..<6).map { used.factor(ofChannel: $0) }
        var track: RotationTrack?
        if let other, let path = file.rotation { track = try self.track(path, other, Array(factors[3...])) }
        let lines = try ForeignLines(file.path, table.moments)
        for _ in 0..<table.preamble { _ = try lines.next() }
        var row = ForeignRow(table.separator)
        var sample: [Float] = []
        var badRows = BadRows()
        var others = OtherValues(table.places.others, said: units)
        var sessions = ForeignSessions(table.places, file, longestPart: longestPart)
        var lengths = RecordedLengths()
        var motion = TableMotion(hasRotation: table.places.channels.count == 6 || other != nil, readIn: used)
        var isAfterBreak = false
        while let line = try lines.next() {
            let isHeader = !table.header.isEmpty && line.elementsEqual(table.header)
            isAfterBreak = isAfterBreak || isHeader || (lines.followsBlank && table.blankLinesEndSessions)
            if isHeader { continue }
            row.cut(line)
            badRows.rows += 1
            let time = read(row, table, factors, badRows.rows - 1, into: &sample)
            if let time, sample.count == 6, track != nil {
                do throws(RotationTrack.Lack) {
                    try sample.replaceSubrange(3..., with: track?.rotation(at: time) ?? [])
                } catch { continue }
            }
            if table.places.hasMotion {
                if sample.count == 6, let time { motion.add(sample, at: time) }
                guard badRows.check(sample, line: lines.number) else { continue }
                if !lengths.isFull {
                    lengths.add(sample[...])
                    if lengths.isFull { try check(lengths, used, file) }
                }
                others.append(row, line: lines.number, to: &sample)
            } else if time != nil {
                others.append(row, line: lines.number, to: &sample)
                guard badRows.check(hasValue: sample.contains { !$0.isNaN }, line: lines.number) else { continue }
            } else {
                _ = badRows.check(hasValue: false, line: lines.number)
            }
            guard let time else { continue }
            for part in try sessions.add(sample, at: time, row, line: lines.number, isAfterBreak: isAfterBreak) { try body(part) }
            isAfterBreak = false
        }
        let last = try sessions.finish()
        for line in sessions.misfits { badRows.addMisfit(line: line) }
        try track?.requireOverlap(with: file.path, rows: badRows.rows)
        let stated = (acceleration: table.places.acceleration, rotation: (other?.places ?? table.places).rotation)
        let evidence =
            table.places.hasMotion
            ? try check(motion, used, stated: stated, lacksGravity: table.places.lacksGravity || file.lacksGravity, path: file.path)
            : MotionEvidence(units: .said)
        try badRows.requireFew(path: file.path, said: units, used, .found(width: table.width))
        if table.places.hasMotion, !lengths.isFull { try check(lengths, used, file) }
        for part in last { try body(part) }
        return Seen(
            badRows: badRows, breaks: sessions.breaks, motion: evidence, oddValues: others.odd, missing: others.missing,
            setClocks: sessions.setClocks)
    }

    /// All that a gyroscope's own table holds.
    private func track(_ path: String, _ table: Table, _ factors: [Double]) throws(RecordingError) -> RotationTrack {
        let lines = try ForeignLines(path, table.moments)
        for _ in 0..<table.preamble { _ = try lines.next() }
        var row = ForeignRow(table.separator)
        var sample: [Float] = []
        var badRows = BadRows()
        let file = ForeignFile(path, folder: nil, outerFolder: nil)
        var sessions = ForeignSessions(table.places, file, longestPart: .max)
        var read: [RecordedSession] = []
        while let line = try lines.next() {
            if !table.header.isEmpty, line.elementsEqual(table.header) { continue }
            row.cut(line)
            badRows.rows += 1
            let time = self.read(row, table, factors + [0, 0, 0], badRows.rows - 1, into: &sample)
            // It stands where an acceleration would, and may be no more than a rotation.
            let rotation = sample.count == 6 ? [0, 0, 0] + sample.prefix(3) : sample
            guard badRows.check(rotation, line: lines.number), let time else { continue }
            read += try sessions.add(sample, at: time, row, line: lines.number, isAfterBreak: false).map(\.session)
        }
        read += try sessions.finish().map(\.session)
        for line in sessions.misfits { badRows.addMisfit(line: line) }
        try badRows.requireFew(path: path, said: units, RecordedUnits(), .found(width: table.width))
        return try RotationTrack(read, path: path, isByNumber: table.clock.isByNumber, rows: badRows.rows)
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
        // What is no motion is read by itself.
        guard row.count == table.width, table.last < row.count, let time = table.clock.milliseconds(row, index) else {
            return nil
        }
        let places = table.places.channels
        for channel in 0..<places.count {
            guard let number = row.number(places[channel]), number.magnitude < RecordingReader.numberLimit else { return nil }
            sample.append(Float(number * factors[channel]))
        }
        while table.places.hasMotion, sample.count < 6 { sample.append(0) }
        return time
    }
}

extension ForeignTable {
    /// The header-less 14 columns of the book's recorder, the second of which is the label.
    fileprivate var isBookForm: Bool {
        header == nil && width == 14 && first.count == 14 && Double(first[1]) == nil && first[2...].allSatisfy { Double($0) != nil }
    }
}
