import MotionUnits

/// What the columns of lines are whose numbers nobody names: what somebody said, a header, or what is usual for so many.
struct LineHeader {
    private let columns: UnsafeMutablePointer<TextColumn>
    private var count = 0
    /// As the names say them in brackets; `.none` where they do not.
    private(set) var accelerationUnit = UnitWord.none
    private(set) var rotationUnit = UnitWord.none
    /// Of the line that is looked at.
    private let candidate: UnsafeMutablePointer<TextColumn>
    /// Without names, by their number.
    private let usual = (0...10).map { TextColumn.usual($0) }

    init() {
        columns = .allocate(capacity: TextLineDecoder.mostColumns)
        candidate = .allocate(capacity: TextLineDecoder.mostColumns)
        columns.initialize(repeating: .other, count: TextLineDecoder.mostColumns)
        candidate.initialize(repeating: .other, count: TextLineDecoder.mostColumns)
    }

    func deallocate() {
        columns.deallocate()
        candidate.deallocate()
    }

    mutating func append(_ column: TextColumn) {
        columns[count] = column
        count += 1
    }

    /// The names in a line without numbers, if they are those of a reading: three channels or more.
    mutating func take(_ line: UnsafePointer<UInt8>, count length: Int) -> Bool {
        var (fields, known, place) = (0, 0, 0)
        var (acceleration, rotation) = (UnitWord.none, UnitWord.none)
        // Where there are commas, a space is part of a name: `ax [g],ay [g]`.
        let hasMarks = (0..<length).contains { Self.isMark(line[$0]) }
        func isBetween(_ byte: UInt8) -> Bool { Self.isMark(byte) || (!hasMarks && byte == 0x20) }
        while place < length {
            while place < length, isBetween(line[place]) || line[place] == 0x20 { place += 1 }
            let start = place
            while place < length, !isBetween(line[place]) { place += 1 }
            // And so is one before a bracket.
            while !hasMarks, place + 1 < length, line[place + 1] == 0x5B || line[place + 1] == 0x28 {
                place += 1
                while place < length, !isBetween(line[place]) { place += 1 }
            }
            guard place > start else { break }
            guard fields < TextLineDecoder.mostColumns else { return false }
            let name = LineName(UnsafeBufferPointer(start: line + start, count: place - start))
            candidate[fields] = TextColumn(name)
            if case .channel(let channel) = candidate[fields] {
                known += 1
                if channel < 3, name.unit.acceleration != nil { acceleration = name.unit }
                if channel >= 3, name.unit.rotation != nil { rotation = name.unit }
            }
            fields += 1
        }
        guard known >= 3 else { return false }
        columns.update(from: candidate, count: fields)
        count = fields
        (accelerationUnit, rotationUnit) = (acceleration, rotation)
        return true
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == 0x09 || byte == 0x2C || byte == 0x3B || byte == 0x7C || byte == 0x22
    }

    /// The fewest numbers of which the first may be a time: three of an acceleration stand behind it.
    static let leastTimed = 4

    /// A line's numbers with what they are.
    ///
    /// - Parameter counting: whether the first number goes on as a clock does.
    /// - Returns: nil if nobody can say.
    func named(_ line: LineColumns, counting: Bool) -> LineColumns? {
        var named = line
        let isUnnamed = count == 0 && line.unnamed.nonzeroBitCount == line.count
        // One more than whole vectors: the first is a time.
        if isUnnamed, line.count % 3 == 1, !counting { return nil }
        guard isUnnamed, line.count == Self.leastTimed, counting, !line.hasEmptyField else { return name(&named) ? named : nil }
        named.columns[0] = .time(microseconds: 1000)
        for axis in 0..<3 { named.columns[1 + axis] = .channel(axis) }
        return named
    }

    /// Fills in what a line's numbers are that have no names.
    ///
    /// - Returns: false if nobody can say.
    func name(_ line: inout LineColumns) -> Bool {
        let unnamed = line.unnamed.nonzeroBitCount
        guard unnamed > 0 else { return true }
        guard !line.hasEmptyField else { return false }
        if count > 0 {
            guard count == unnamed else { return false }
        } else {
            guard unnamed < usual.count, usual[unnamed] != nil else {
                // Numbers beside named ones, such as a count of lines in front, may stay without a name.
                return line.channels.isSuperset(of: .acceleration) || line.channels.isSuperset(of: .rotation)
            }
        }
        var place = 0
        for number in 0..<line.count where line.unnamed & 1 << UInt32(number) != 0 {
            line.columns[number] = count > 0 ? columns[place] : usual[unnamed]?[place] ?? .other
            place += 1
        }
        return true
    }
}
