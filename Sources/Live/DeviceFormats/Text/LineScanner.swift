import MotionUnits

/// Takes a line of text apart: the numbers in it, the text before each and the unit behind it.
///
/// A number stands alone: `MPU6050`, `0x1F`, `1.2.3` and `2024-01-05` are words. With `12:00:00.020` it is a time of day. A comma
/// between two digits is a decimal one where something else separates the numbers and none of them has a point.
struct LineScanner {
    /// Numbers in a line.
    static let most = 24

    private(set) var count = 0
    /// The one that is a time of day, in milliseconds since midnight; nil without one.
    private(set) var clock: Int?
    /// Of the text between the numbers, whatever spaces are in it: lines of one shape say the same of their numbers.
    private(set) var shape: UInt64 = 0
    let values: UnsafeMutablePointer<Double>
    private let texts: UnsafeMutablePointer<(start: Int32, end: Int32)>
    private let units: UnsafeMutablePointer<UnitWord>
    private var line: UnsafePointer<UInt8>
    private var length = 0
    /// Where the text behind the last number begins.
    private var rest = 0
    private var hasDecimalCommas = false

    init() {
        values = .allocate(capacity: Self.most)
        values.initialize(repeating: 0, count: Self.most)
        texts = .allocate(capacity: Self.most)
        texts.initialize(repeating: (0, 0), count: Self.most)
        units = .allocate(capacity: Self.most)
        units.initialize(repeating: .none, count: Self.most)
        line = UnsafePointer(UnsafeRawPointer(values).assumingMemoryBound(to: UInt8.self))
    }

    func deallocate() {
        values.deallocate()
        texts.deallocate()
        units.deallocate()
    }

    /// What stands before a number, or behind the last one; valid as long as the line is.
    func text(before number: Int) -> UnsafeBufferPointer<UInt8> {
        let (start, end) = number < count ? (Int(texts[number].start), Int(texts[number].end)) : (rest, length)
        return UnsafeBufferPointer(start: line + start, count: end - start)
    }

    func unit(of number: Int) -> UnitWord { units[number] }

    // MARK: Scanning

    /// - Parameter bytes: of the line, with spaces before and behind it (`LineSplitter.margin`).
    /// - Returns: false of a line with bytes that nobody prints, or with too many numbers.
    mutating func scan(_ bytes: UnsafePointer<UInt8>, count length: Int) -> Bool {
        (line, self.length, count, clock, rest) = (bytes, length, 0, nil, 0)
        shape = 0xCBF2_9CE4_8422_2325
        hasDecimalCommas = usesDecimalCommas()
        var (place, foreign) = (0, 0)
        while place < length {
            let byte = line[place]
            guard byte >= 0x20 ? byte != 0x7F : byte == 0x09 else { return false }
            if byte == 0x20 || byte == 0x09 {
                place += 1
            } else if mayBeginNumber(place), let found = number(place) {
                guard count < Self.most else { return false }
                mix(found.isClock ? 1 : 0)
                values[count] = found.value
                texts[count] = (Int32(rest), Int32(place))
                if found.isClock { clock = clock ?? count }
                place = unit(from: found.end)
                rest = place
                count += 1
            } else if Self.isWord(byte) {
                while place < length, Self.isWord(line[place]) {
                    mix(line[place])
                    foreign += line[place] >= 0x80 ? 1 : 0
                    place += 1
                }
            } else {
                mix(byte)
                place += 1
            }
        }
        // A wrong speed makes such bytes; ° and ² are few.
        return foreign * 4 <= length
    }

    /// FNV-1a.
    private mutating func mix(_ byte: UInt8) { shape = (shape ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// Also beside the line.
    private func byte(_ place: Int) -> UInt8 { line[place] }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == 0x5F }
    private static func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == 0x2E }
    /// Also `/`, `^`, `*`, `%` and `-`.
    private static func isOfUnit(_ byte: UInt8) -> Bool {
        isWord(byte) || byte == 0x2F || byte == 0x5E || byte == 0x2A || byte == 0x25 || byte == 0x2D
    }
    private static func mayBeginUnit(_ byte: UInt8) -> Bool { isOfUnit(byte) && !isDigit(byte) && byte != 0x2D }
    private static func isSign(_ byte: UInt8) -> Bool { byte == 0x2D || byte == 0x2B }

    private func mayBeginNumber(_ place: Int) -> Bool {
        // m/s^2
        if byte(place - 1) == 0x5E { return false }
        var first = place
        if Self.isSign(line[place]) {
            guard !Self.isSign(byte(place - 1)) else { return false }
            first += 1
        } else if Self.isSign(byte(place - 1)) {
            // Of two signs: no number.
            return false
        }
        return Self.isDigit(byte(first)) || (byte(first) == 0x2E && Self.isDigit(byte(first + 1)))
    }

    /// The number that begins here, and where it ends; nil if a word does.
    private func number(_ start: Int) -> (value: Double, end: Int, isClock: Bool)? {
        if byte(start + 1) == 0x3A || byte(start + 2) == 0x3A, let clock = timeOfDay(start) {
            return (clock.milliseconds, clock.end, true)
        }
        let (value, length) = DecimalNumber.leading(line + start, hasDecimalComma: hasDecimalCommas)
        guard let value, endsNumber(start + length, from: start) else { return nil }
        return (value, start + length, false)
    }

    private func endsNumber(_ end: Int, from start: Int) -> Bool {
        let next = byte(end)
        switch next {
        case 0x2E: return false
        // Of a name, “1:”, or of a date.
        case 0x3A, 0x3D: return false
        case 0x2D, 0x2B: return !Self.isDigit(byte(end + 1))
        case 0x2F: return !Self.isDigit(byte(end + 1)) || (start..<end).contains { line[$0] == 0x2E }
        default: break
        }
        // 9.81m/s^2, but not 6050test.
        guard Self.isLetter(next) else { return true }
        return wordOfUnit(from: end) != nil
    }

    private func timeOfDay(_ start: Int) -> (milliseconds: Double, end: Int)? {
        var place = start
        func number(_ most: Int) -> Int? {
            var (value, digits) = (0, 0)
            while digits < most, Self.isDigit(byte(place)) {
                value = value * 10 + Int(byte(place) - 0x30)
                place += 1
                digits += 1
            }
            return digits > 0 ? value : nil
        }
        guard let hours = number(2), byte(place) == 0x3A else { return nil }
        place += 1
        guard let minutes = number(2), byte(place) == 0x3A, minutes < 60 else { return nil }
        place += 1
        guard let seconds = number(2), seconds < 60, hours < 24 else { return nil }
        var fraction = 0.0
        if byte(place) == 0x2E || byte(place) == 0x2C, Self.isDigit(byte(place + 1)) {
            place += 1
            var scale = 1000.0
            while Self.isDigit(byte(place)) {
                scale /= 10
                fraction += Double(byte(place) - 0x30) * scale
                place += 1
            }
        }
        guard !Self.isWord(byte(place)), byte(place) != 0x3A else { return nil }
        return (Double(((hours * 60 + minutes) * 60 + seconds) * 1000) + fraction, place)
    }

    /// Takes the unit behind a number, if there is one.
    ///
    /// - Returns: where it ends, or the number does.
    private mutating func unit(from end: Int) -> Int {
        units[count] = .none
        var place = end
        while byte(place) == 0x20, place < length { place += 1 }
        let isBracketed = byte(place) == 0x28 || byte(place) == 0x5B
        let start = isBracketed ? place + 1 : place
        guard Self.mayBeginUnit(byte(start)) else { return end }
        // Most words behind a number are the name of the next one.
        guard !isNamed(endOfUnit(from: start)), let word = wordOfUnit(from: start) else { return end }
        units[count] = word.unit
        for index in place..<word.end { mix(line[index]) }
        return word.end + (isBracketed ? 1 : 0)
    }

    /// Whether what ends here is the name of the next number.
    private func isNamed(_ end: Int) -> Bool {
        var place = end
        while byte(place) == 0x20, place < length { place += 1 }
        return byte(place) == 0x3A || byte(place) == 0x3D
    }

    private func endOfUnit(from start: Int) -> Int {
        var end = start
        while end < length, Self.isOfUnit(line[end]) { end += 1 }
        return end
    }

    private func wordOfUnit(from start: Int) -> (unit: UnitWord, end: Int)? {
        let end = endOfUnit(from: start)
        guard end > start, end - start <= 16, Self.mayBeginUnit(line[start]) else { return nil }
        return UnitWord(UnsafeBufferPointer(start: line + start, count: end - start)).map { ($0, end) }
    }

    /// Whether commas between digits are decimal ones: no number has a point, none has two commas, and commas are not what
    /// separates the numbers, unless each of these has one of its own (`0,12, 0,34, 9,81`).
    private func usesDecimalCommas() -> Bool {
        var (inside, between, run, hasOthers) = (0, 0, 0, false)
        for place in 0..<length {
            let byte = line[place]
            if Self.isDigit(byte) { continue }
            let isInside = Self.isDigit(self.byte(place - 1)) && Self.isDigit(self.byte(place + 1))
            // 7. too
            if byte == 0x2E, Self.isDigit(self.byte(place - 1)) { return false }
            if byte == 0x2C, isInside {
                inside += 1
                run += 1
                if run > 1 { return false }
                continue
            }
            run = 0
            if byte == 0x2C, isBesideNumbers(place) { between += 1 }
            hasOthers = hasOthers || !Self.isSign(byte)
        }
        return inside > 0 && hasOthers && (between == 0 || inside == between + 1)
    }

    /// Whether a comma stands between two numbers, whatever spaces are beside it.
    private func isBesideNumbers(_ comma: Int) -> Bool {
        var (before, after) = (comma - 1, comma + 1)
        while before > 0, line[before] == 0x20 || line[before] == 0x09 { before -= 1 }
        while after < length, line[after] == 0x20 || line[after] == 0x09 { after += 1 }
        return Self.isDigit(byte(before)) && (Self.isDigit(byte(after)) || Self.isSign(byte(after)))
    }
}
