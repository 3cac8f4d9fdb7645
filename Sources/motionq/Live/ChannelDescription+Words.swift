import Channels

extension ChannelDescription {
    /// As recordings name it: ax ay az, gx gy gz, mx my mz; ux uy uz for acceleration without gravity.
    var name: String {
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

extension ChannelUnit {
    /// As people write it.
    var symbol: String {
        switch self {
        case .g: "g"
        case .metresPerSecondSquared: "m/s²"
        case .radiansPerSecond: "rad/s"
        case .degreesPerSecond: "°/s"
        case .microtesla: "µT"
        }
    }
}
