/// A unit as people write it behind a value, in brackets behind a name, or as an option.
public enum UnitWord: UInt8, Sendable {
    case none
    case g, milliG, metresPerSecondSquared
    case radiansPerSecond, milliradiansPerSecond, degreesPerSecond, millidegreesPerSecond
    case seconds, milliseconds, microseconds
    /// Of something else: a field, a temperature, an angle.
    case other

    private static let words: [(StaticString, UnitWord)] = [
        ("g", .g), ("gs", .g), ("gee", .g), ("mg", .milliG), ("m/s2", .metresPerSecondSquared), ("m/s/s", .metresPerSecondSquared),
        ("m/sec2", .metresPerSecondSquared), ("ms-2", .metresPerSecondSquared), ("m*s-2", .metresPerSecondSquared),
        ("mps2", .metresPerSecondSquared), ("rad/s", .radiansPerSecond), ("rad/sec", .radiansPerSecond),
        ("rads/s", .radiansPerSecond), ("radps", .radiansPerSecond), ("rad*s-1", .radiansPerSecond),
        ("mrad/s", .milliradiansPerSecond), ("deg/s", .degreesPerSecond), ("deg/sec", .degreesPerSecond),
        ("degs/s", .degreesPerSecond), ("degree/s", .degreesPerSecond), ("degrees/s", .degreesPerSecond),
        ("degrees/sec", .degreesPerSecond), ("dps", .degreesPerSecond), ("mdps", .millidegreesPerSecond),
        ("mdeg/s", .millidegreesPerSecond), ("s", .seconds), ("sec", .seconds), ("secs", .seconds), ("seconds", .seconds),
        ("ms", .milliseconds), ("msec", .milliseconds), ("millis", .milliseconds), ("milliseconds", .milliseconds),
        ("us", .microseconds), ("usec", .microseconds), ("micros", .microseconds), ("microseconds", .microseconds),
        ("gauss", .other), ("mgauss", .other), ("ut", .other), ("nt", .other),
        ("degc", .other), ("c", .other), ("degf", .other), ("f", .other), ("k", .other), ("pa", .other), ("hpa", .other),
        ("mbar", .other), ("v", .other), ("mv", .other), ("ma", .other), ("a", .other), ("hz", .other), ("%", .other),
        ("deg", .other), ("degree", .other), ("degrees", .other), ("rad", .other), ("m", .other), ("cm", .other), ("mm", .other),
        ("lux", .other), ("lsb", .other),
    ]

    /// - Returns: nil of what is no unit: a name, or words.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let unit = text.withUTF8({ UnitWord($0) }) else { return nil }
        self = unit
    }

    /// Allocates nothing.
    ///
    /// - Returns: nil of what is no unit: a name, or words.
    public init?(_ text: UnsafeBufferPointer<UInt8>) {
        var plain: InlineArray<12, UInt8> = InlineArray(repeating: 0)
        var count = 0
        func append(_ byte: UInt8) -> Bool {
            guard count < 12 else { return false }
            plain[count] = byte
            count += 1
            return true
        }
        var place = 0
        while place < text.count {
            let byte = text[place]
            let next = place + 1 < text.count ? text[place + 1] : 0
            place += 1
            switch byte {
            case 0x41...0x5A: guard append(byte | 0x20) else { return nil }
            // m/s^2
            case 0x5E: break
            // The second byte of ², ° and µ in UTF-8.
            case 0xC2 where next == 0xB2, 0xC2 where next == 0xB0, 0xC2 where next == 0xB5: break
            case 0xCE where next == 0xBC: break
            case 0xB2: guard append(0x32) else { return nil }
            case 0xB5, 0xBC: guard append(0x75) else { return nil }
            case 0xB0: guard append(0x64), append(0x65), append(0x67) else { return nil }
            default: guard append(byte) else { return nil }
            }
        }
        for (word, unit) in Self.words where word.utf8CodeUnitCount == count {
            if (0..<count).allSatisfy({ plain[$0] == word.utf8Start[$0] }) {
                self = unit
                return
            }
        }
        return nil
    }

    /// nil of other units.
    public var acceleration: AccelerationUnit? {
        switch self {
        case .g: .g
        case .milliG: .milliG
        case .metresPerSecondSquared: .metresPerSecondSquared
        default: nil
        }
    }

    /// nil of other units.
    public var rotation: RotationUnit? {
        switch self {
        case .radiansPerSecond: .radiansPerSecond
        case .milliradiansPerSecond: .milliradiansPerSecond
        case .degreesPerSecond: .degreesPerSecond
        case .millidegreesPerSecond: .millidegreesPerSecond
        default: nil
        }
    }

    /// Of a time; nil of other units.
    public var microseconds: Double? {
        switch self {
        case .seconds: 1_000_000
        case .milliseconds: 1000
        case .microseconds: 1
        default: nil
        }
    }
}
