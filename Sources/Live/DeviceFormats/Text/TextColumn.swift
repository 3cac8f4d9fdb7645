import MotionUnits

/// What a column of a text line holds.
public enum TextColumn: Sendable, Equatable {
    /// 0 … 5: ax, ay, az, gx, gy, gz.
    case channel(Int)
    /// The device's time, and how many microseconds one of it is.
    case time(microseconds: Double)
    /// Something else: a magnetic field, a temperature, a count.
    case other

    init(_ name: LineName) {
        self =
            switch (name.quantity, name.axis) {
            case (.acceleration, let axis?): .channel(axis)
            case (.rotation, let axis?), (.both, let axis?): .channel(3 + axis)
            case (.time, _): .time(microseconds: name.unit.microseconds ?? 1000)
            default: .other
            }
    }

    /// What a name stands for, as in a header: `ax`, `accX`, `Acc_X`, `accel.x (m/s2)`, `gyrZ`, `rotation_z`, `time_ms`, `millis`.
    public init(_ name: String) {
        var name = name
        self = name.withUTF8 { TextColumn(LineName($0)) }
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
