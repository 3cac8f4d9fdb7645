public import MotionCore
public import WireProtocol

// What a device says of itself, as `print` shows it. Here and not beside the types: the device core makes no strings.

extension ChannelDescription: CustomStringConvertible {
    /// `ax in g`.
    public var description: String { "\(name) in \(unit)" }

    /// As recordings name it: ax ay az, gx gy gz, mx my mz; ux uy uz for acceleration without gravity.
    public var name: String {
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
        }
    }
}

extension SensorDescription: CustomStringConvertible {
    /// `ax in g, ay in g, gz in rad/s at 100 Hz`.
    public var description: String {
        "\((0..<channelCount).map { channels[$0].description }.joined(separator: ", ")) at \(rate) Hz"
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

extension HelloMessage: CustomStringConvertible {
    /// `device "Nano", session 7: ax in g, … at 100 Hz`.
    public var description: String {
        let says = role == .device ? ": \(sensor)" : ""
        return "\(role) \(name), session \(session)\(says)"
    }
}

extension ActuatorAction: CustomStringConvertible {
    /// `led 0 on`, `rgb 0 blink`.
    public var description: String {
        "\(Actuator(rawValue: actuator).map { "\($0)" } ?? "actuator \(actuator)") \(unit) \(pattern)"
    }
}
