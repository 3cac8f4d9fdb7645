import MotionUnits

/// What the numbers of a line are, by the words and units beside them. Copied without allocation.
struct LineColumns {
    /// One for each number.
    var columns: InlineArray<24, TextColumn> = InlineArray(repeating: .other)
    var count = 0
    /// Of accelerations and of rotations, as the line says them; `.none` where it does not.
    var accelerationUnit = UnitWord.none
    var rotationUnit = UnitWord.none
    /// Which numbers nobody names, one bit each.
    var unnamed: UInt32 = 0
    /// Whether a time has a unit beside it.
    var isTimeSure = false
    /// Whether gravity is taken away from the accelerations.
    var lacksGravity = false
    /// Two separators one after the other, between numbers that nobody names.
    var hasEmptyField = false

    /// Which channels they give.
    var channels: ForeignReading.Channels {
        var channels = ForeignReading.Channels.none
        for number in 0..<count {
            if case .channel(let channel) = columns[number] {
                channels.formUnion(ForeignReading.Channels(rawValue: 1 << UInt8(channel)))
            }
        }
        return channels
    }

    /// Whether the numbers are the same, whatever text stands between them.
    func isSameKind(as other: LineColumns) -> Bool {
        guard count == other.count, unnamed == other.unnamed else { return false }
        for number in 0..<count where columns[number] != other.columns[number] { return false }
        return true
    }

    /// By the line's own words alone.
    init(_ line: LineScanner) {
        var reading = LineReading(line)
        reading.assign()
        reading.applyUnits()
        self = reading.finished()
    }

    fileprivate init() {}
}

/// Finds out what the numbers of a line are.
private struct LineReading {
    private enum Meaning {
        case unnamed
        case channel(Int)
        /// x, y or z of something that a unit may tell.
        case axis(Int)
        case time(Double)
        case other
    }

    private let line: LineScanner
    private var names: InlineArray<24, LineName> = InlineArray(repeating: LineName())
    private var meanings: InlineArray<24, Meaning> = InlineArray(repeating: .unnamed)
    private var found = LineColumns()

    init(_ line: LineScanner) {
        self.line = line
        for number in 0..<line.count { names[number] = LineName(Self.name(in: line.text(before: number))) }
    }

    /// A name stands behind the last separator; what is before it belongs to something that is no number.
    private static func name(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var end = text.count
        while end > 0, !isLetter(text[end - 1]), text[end - 1] != 0x29, text[end - 1] != 0x5D { end -= 1 }
        var start = end
        while start > 0, !isSeparator(text[start - 1]) { start -= 1 }
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }
    private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x2C || byte == 0x3B || byte == 0x09 || byte == 0x7C }

    // MARK: By names

    /// Each number by its own name, or as the next one of a vector that a name begins (`A: 0.1, 0.2, 1.0`, `a/g:`).
    mutating func assign() {
        let isPrefixed = hasPrefixOnly
        var group = LineName.Quantity.none
        var vector = (next: 0, end: 0)
        var isOther = false
        for number in 0..<line.count {
            let name = startsVector(number) ? names[number].withoutAxis : names[number]
            if number == line.clock {
                meanings[number] = .time(1000)
                found.isTimeSure = true
            } else if !name.hasWords || (isPrefixed && name.quantity == .unknown) {
                if vector.next < vector.end {
                    meanings[number] = .channel(vector.next)
                    vector.next += 1
                } else if isOther {
                    meanings[number] = .other
                }
            } else {
                if name.quantity != .none { group = name.quantity }
                meanings[number] = meaning(of: name, number, group)
                vector = Self.vector(of: name)
                if case .other = meanings[number] { isOther = true } else { isOther = false }
                if name.lacksGravity, case .channel(0..<3) = meanings[number] { found.lacksGravity = true }
            }
        }
    }

    private func startsVector(_ number: Int) -> Bool {
        names[number].mayBeVector && number + 2 < line.count && !names[number + 1].hasWords && !names[number + 2].hasWords
    }

    private mutating func meaning(of name: LineName, _ number: Int, _ group: LineName.Quantity) -> Meaning {
        switch (name.quantity, name.axis) {
        case (.acceleration, let axis): return .channel(axis ?? 0)
        case (.rotation, let axis): return .channel(3 + (axis ?? 0))
        case (.both, let axis): return .channel(axis.map { $0 + 3 } ?? 0)
        case (.time, _):
            let unit = name.unit.microseconds ?? line.unit(of: number).microseconds
            found.isTimeSure = unit != nil
            return .time(unit ?? 1000)
        case (.none, let axis?), (.unknown, let axis?):
            return switch group {
            case .acceleration: .channel(axis)
            case .rotation, .both: .channel(3 + axis)
            case .none, .time, .unknown: .axis(axis)
            case .other: .other
            }
        default: return .other
        }
    }

    private static func vector(of name: LineName) -> (next: Int, end: Int) {
        guard name.axis == nil else { return (0, 0) }
        return switch name.quantity {
        case .acceleration: (1, 3)
        case .rotation: (4, 6)
        case .both: (1, 6)
        default: (0, 0)
        }
    }

    /// Whether words stand before the first number alone, and say nothing: `DATA: 1, 2, 3`.
    private var hasPrefixOnly: Bool {
        var first: Int?
        var others = 0
        for number in 0..<line.count where number != line.clock {
            if first == nil {
                first = number
                guard names[number].quantity == .unknown, names[number].axis == nil else { return false }
            } else {
                guard !names[number].hasWords else { return false }
                others += 1
            }
        }
        return others >= 2
    }

    // MARK: By units

    /// A unit is surer than a name: it holds for the numbers before it that have none, as far as they are of one kind.
    mutating func applyUnits() {
        nameByUnits()
        for number in 0..<line.count {
            let unit = unit(of: number)
            guard unit != .none, unit.microseconds == nil else { continue }
            var place = number
            while place >= 0, place == number || self.unit(of: place) == .none {
                guard let axis = axis(of: place), isSameVector(place, number) else { break }
                if unit.acceleration != nil {
                    meanings[place] = .channel(axis)
                    found.accelerationUnit = unit
                } else if unit.rotation != nil {
                    meanings[place] = .channel(3 + axis)
                    found.rotationUnit = unit
                } else {
                    meanings[place] = .other
                }
                place -= 1
            }
        }
        var hasAcceleration = false
        for number in 0..<line.count { if case .channel(0..<3) = meanings[number] { hasAcceleration = true } }
        for number in 0..<line.count {
            if case .axis(let axis) = meanings[number] { meanings[number] = hasAcceleration ? .other : .channel(axis) }
        }
    }

    /// `0.1 g 0.2 g 1.0 g`, `0.1 0.2 1.0 g`: three numbers with the unit of a quantity, and no names.
    private mutating func nameByUnits() {
        for first in stride(from: 0, through: 3, by: 3) {
            var places: InlineArray<3, Int> = InlineArray(repeating: 0)
            var count = 0
            for number in 0..<line.count {
                guard case .unnamed = meanings[number], let unit = nextUnit(from: number) else { continue }
                guard first == 0 ? unit.acceleration != nil : unit.rotation != nil else { continue }
                if count < 3 { places[count] = number }
                count += 1
            }
            guard count == 3 else { continue }
            for axis in 0..<3 { meanings[places[axis]] = .channel(first + axis) }
        }
    }

    /// Of a number without a name, or of the next two likewise.
    private func nextUnit(from number: Int) -> UnitWord? {
        for next in number..<min(number + 3, line.count) {
            guard case .unnamed = meanings[next] else { return nil }
            if unit(of: next) != .none { return unit(of: next) }
        }
        return nil
    }

    private func unit(of number: Int) -> UnitWord {
        line.unit(of: number) != .none ? line.unit(of: number) : names[number].unit
    }

    private func axis(of number: Int) -> Int? {
        switch meanings[number] {
        case .channel(let channel): channel % 3
        case .axis(let axis): axis
        case .unnamed, .time, .other: nil
        }
    }

    private func isSameVector(_ first: Int, _ second: Int) -> Bool {
        switch (meanings[first], meanings[second]) {
        case (.channel(let one), .channel(let other)): one / 3 == other / 3
        case (.axis, .axis), (.axis, .channel): true
        default: first == second
        }
    }

    // MARK: Together

    func finished() -> LineColumns {
        var found = found
        found.count = line.count
        for number in 0..<line.count {
            switch meanings[number] {
            case .channel(let channel): found.columns[number] = .channel(channel)
            case .time(let microseconds): found.columns[number] = .time(microseconds: microseconds)
            case .unnamed: found.unnamed |= 1 << UInt32(number)
            case .axis, .other: break
            }
        }
        found.hasEmptyField = found.unnamed != 0 && hasEmptyField
        return found
    }

    private var hasEmptyField: Bool {
        for number in 0...line.count {
            var separators = 0
            for byte in line.text(before: number) where byte == 0x2C || byte == 0x3B { separators += 1 }
            if separators > (number == 0 && !names[0].hasWords ? 0 : 1) { return true }
        }
        return false
    }
}
