/// What a column of a text line holds.
public enum TextColumn: Sendable, Equatable {
    /// 0 … 5: ax, ay, az, gx, gy, gz.
    case channel(Int)
    /// The device's time, and how many microseconds one of it is.
    case time(microseconds: Double)
    /// Something else: a magnetic field, a temperature, a count.
    case other

    /// What a name in a header, or before a colon, stands for. Capitals, underscores, brackets and units in them are passed over:
    /// `ax`, `accX`, `Acc_X`, `accel.x (m/s2)`, `gyrZ`, `rotation_z`, `time_ms`, `millis`.
    init(named name: UnsafeBufferPointer<UInt8>) {
        var letters: InlineArray<16, UInt8> = InlineArray(repeating: 0)
        var count = 0
        for byte in name {
            // What a bracket holds is a unit.
            if byte == 0x28 || byte == 0x5B { break }
            let lower = byte | 0x20
            guard (0x61...0x7A).contains(lower), count < 16 else { continue }
            letters[count] = lower
            count += 1
        }
        self = .other
        func begins(_ word: StaticString) -> Bool {
            guard word.utf8CodeUnitCount <= count else { return false }
            for index in 0..<word.utf8CodeUnitCount where letters[index] != word.utf8Start[index] { return false }
            return true
        }
        func isWord(_ word: StaticString) -> Bool { begins(word) && word.utf8CodeUnitCount == count }
        if begins("micros") || isWord("timeus") || isWord("timestampus") || isWord("tus") || isWord("us") {
            self = .time(microseconds: 1)
        } else if isWord("times") || isWord("seconds") || isWord("sec") || isWord("ts") {
            self = .time(microseconds: 1_000_000)
        } else if begins("time") || begins("millis") || isWord("t") || isWord("ms") || isWord("tms") {
            self = .time(microseconds: 1000)
        } else if count > 1, (0x78...0x7A).contains(letters[count - 1]) {
            let axis = Int(letters[count - 1] - 0x78)
            if begins("a") {
                self = .channel(axis)
            } else if begins("gyr") || begins("rot") || begins("omega") || (begins("g") && count == 2)
                || (begins("w") && count == 2)
            {
                self = .channel(3 + axis)
            }
        }
    }

    /// What a name stands for, as in a header.
    public init(_ name: String) {
        var name = name
        self = name.withUTF8 { TextColumn(named: $0) }
    }

    /// What columns hold that nobody named, by their number; nil if nobody can say.
    static func usual(_ count: Int) -> [TextColumn]? {
        let motion = (0..<6).map { TextColumn.channel($0) }
        let field = [TextColumn](repeating: .other, count: 3)
        return switch count {
        case 3: Array(motion.prefix(3))
        case 6: motion
        case 7: [.time(microseconds: 1000)] + motion
        case 9: motion + field
        case 10: [.time(microseconds: 1000)] + motion + field
        default: nil
        }
    }
}
