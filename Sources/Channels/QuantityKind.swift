/// What an input of a network measures, as a code: a `ChannelKind`, or what an orientation filter tells of the six axes.
///
/// Gravity along x, y, z is 0x50 … 0x52 (g), roll, pitch and yaw 0x60 … 0x62 (rad), the acceleration without gravity 0x40 … 0x42 (g),
/// as the channel of a device that sends it.
public enum QuantityKind {
    /// The code of a model's feature; nil for a name that is none.
    public static func code(of feature: String) -> UInt8? {
        switch feature {
        case "user_x": 0x40
        case "user_y": 0x41
        case "user_z": 0x42
        case "gravity_x": 0x50
        case "gravity_y": 0x51
        case "gravity_z": 0x52
        case "roll": 0x60
        case "pitch": 0x61
        case "yaw": 0x62
        default: ChannelKind(feature: feature)?.rawValue
        }
    }

    /// Whether the orientation filter tells it.
    @_noAllocation
    public static func isDerived(_ code: UInt8) -> Bool { code & 0xF0 == 0x40 || code & 0xF0 == 0x50 || code & 0xF0 == 0x60 }

    /// Its place among all that a sample becomes: acceleration, rotation, attitude, gravity, the acceleration without gravity, three
    /// of each; nil for what is none of these.
    @_noAllocation
    public static func place(of code: UInt8) -> Int? {
        let axis = Int(code & 0x0F)
        guard axis < 3 else { return nil }
        switch code & 0xF0 {
        case 0x10: return axis
        case 0x20: return 3 + axis
        case 0x60: return 6 + axis
        case 0x50: return 9 + axis
        case 0x40: return 12 + axis
        default: return nil
        }
    }
}

extension SensorDescription {
    /// Whether an orientation filter has what it needs: acceleration with gravity, and rotation, along and about all axes.
    public var hasSixAxes: Bool {
        @_noAllocation get {
            for axis in 0..<3 as Range<UInt8> {
                guard let source = source(of: 0x10 + axis), channels[source.channel].kind & 0xF0 == 0x10 else { return false }
                guard self.source(of: 0x20 + axis) != nil else { return false }
            }
            return true
        }
    }
}
