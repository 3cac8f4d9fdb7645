/// A unit as people write it behind a value, or in brackets behind a name.
enum LineUnit: UInt8 {
    case none
    case g, milliG, metresPerSecondSquared
    case radiansPerSecond, milliradiansPerSecond, degreesPerSecond, millidegreesPerSecond
    case seconds, milliseconds, microseconds
    /// Of something else: a field, a temperature, an angle.
    case other

    private static let words: [(StaticString, LineUnit)] = [
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
    init?(_ text: UnsafeBufferPointer<UInt8>) {
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

    /// Of an acceleration, by what makes g of it; nil of other units.
    var gPerUnit: Double? {
        switch self {
        case .g: 1
        case .milliG: 1e-3
        case .metresPerSecondSquared: 1 / ForeignUnits.standardGravity
        default: nil
        }
    }

    /// Of a rotation, by what makes rad/s of it; nil of other units.
    var radiansPerSecondPerUnit: Double? {
        switch self {
        case .radiansPerSecond: 1
        case .milliradiansPerSecond: 1e-3
        case .degreesPerSecond: .pi / 180
        case .millidegreesPerSecond: .pi / 180_000
        default: nil
        }
    }

    /// Of a time; nil of other units.
    var microseconds: Double? {
        switch self {
        case .seconds: 1_000_000
        case .milliseconds: 1000
        case .microseconds: 1
        default: nil
        }
    }
}
