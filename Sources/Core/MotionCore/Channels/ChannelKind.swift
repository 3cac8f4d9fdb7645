/// What one channel of a motion sensor measures, in the sensor's own right-handed axes.
///
/// The raw value is the code that travels in HELLO (PROTOCOL.md §6.1) and must never change its meaning.
public enum ChannelKind: UInt8, Sendable, CaseIterable {
    /// Acceleration including gravity, in g (standard gravity, 9.80665 m/s²).
    case accelerationX = 0x10
    /// Along y.
    case accelerationY = 0x11
    /// Along z.
    case accelerationZ = 0x12
    /// Rotation rate, in rad/s.
    case rotationX = 0x20
    /// About y.
    case rotationY = 0x21
    /// About z.
    case rotationZ = 0x22
    /// Magnetic field, in microtesla.
    case magneticX = 0x30
    /// Along y.
    case magneticY = 0x31
    /// Along z.
    case magneticZ = 0x32
    /// Acceleration with gravity removed, in g.
    case userAccelerationX = 0x40
    /// Along y.
    case userAccelerationY = 0x41
    /// Along z.
    case userAccelerationZ = 0x42

    /// What a model's feature of that name measures, `ax ay az` or without gravity `user_x user_y user_z` in g, `gx gy gz` in
    /// rad/s, or `mx my mz` in µT; nil for any other name.
    public init?(feature: String) {
        switch feature {
        case "ax": self = .accelerationX
        case "ay": self = .accelerationY
        case "az": self = .accelerationZ
        case "gx": self = .rotationX
        case "gy": self = .rotationY
        case "gz": self = .rotationZ
        case "mx": self = .magneticX
        case "my": self = .magneticY
        case "mz": self = .magneticZ
        case "user_x": self = .userAccelerationX
        case "user_y": self = .userAccelerationY
        case "user_z": self = .userAccelerationZ
        default: return nil
        }
    }
}
