public import MotionCore

// What a sensor measures, as `print` shows it. Here and not beside the types: the device core makes no strings.

extension ChannelDescription: CustomStringConvertible {
    /// `ax in g`; `flex_0` of a channel without a unit.
    public var description: String { unitText.isEmpty ? name : "\(name) in \(unitText)" }

    /// As people write it; empty for a channel that tells none.
    public var unitText: String {
        if case .own = unit { return text.unit.text }
        return unit.description
    }

    /// As recordings name it: ax ay az, gx gy gz, mx my mz, or the channel's own name; ux uy uz for acceleration without gravity.
    public var name: String {
        guard text.isEmpty else { return text.name.text }
        let axis = ["x", "y", "z"][Int(kind & 15) % 3]
        switch kind >> 4 {
        case 1: return "a" + axis
        case 2: return "g" + axis
        case 3: return "m" + axis
        case 4: return "u" + axis
        default: return "?" + axis
        }
    }
}

extension ChannelUnit: CustomStringConvertible {
    /// As people write it.
    public var description: String {
        switch self {
        case .g: "g"
        case .metresPerSecondSquared: "m/s²"
        case .radiansPerSecond: "rad/s"
        case .degreesPerSecond: "°/s"
        case .microtesla: "µT"
        case .own: ""
        }
    }
}

extension SensorDescription: CustomStringConvertible {
    /// `ax in g, ay in g, gz in rad/s at 100 Hz`.
    public var description: String {
        "\((0..<channelCount).map { channels[$0].description }.joined(separator: ", ")) at \(rate) Hz"
    }

    /// `ax, ay, flex_0`, as far as a sentence has room for them.
    package var listedNames: String {
        let names = channelNames.map { printable($0) }
        return names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", … (\(names.count))" : "")
    }

    /// The channels' names, each another one: what a device has twice is numbered from the second on, as `ax2`.
    public var channelNames: [String] {
        var seen: [String: Int] = [:]
        return (0..<channelCount).map { index in
            let name = channels[index].name
            seen[name, default: 0] += 1
            return seen[name] == 1 ? name : "\(name)\(seen[name] ?? 0)"
        }
    }
}

extension ShortText: CustomStringConvertible {
    /// The text as a Swift literal has it, in quotes and with control characters escaped.
    public var description: String { text.debugDescription }
}

extension ShortText {
    /// Bytes that mean nothing as text, such as a unique id: two hexadecimal digits each.
    public var hexadecimal: String {
        (0..<count).map { String(self[$0] >> 4, radix: 16) + String(self[$0] & 15, radix: 16) }.joined()
    }

    /// As a string; bytes that are no UTF-8 become replacement characters.
    public var text: String { String(decoding: (0..<count).map { self[$0] }, as: UTF8.self) }
}
