/// The unit of a channel's physical value.
public enum ChannelUnit: UInt8, Sendable {
    /// Acceleration in standard gravities, 9.80665 m/s².
    case g = 1
    /// Acceleration in m/s².
    case metresPerSecondSquared = 2
    /// Rotation in rad/s.
    case radiansPerSecond = 3
    /// Rotation in degrees per second.
    case degreesPerSecond = 4
    /// The magnetic field in µT.
    case microtesla = 5
    /// Of a channel with a name: what its text says.
    case own = 0

    // Marked by hand: a debug build compiles file by file, and lets a function that must not allocate call only what is marked in
    // other files. What the compiler derives is not.
    /// A unit by its code in the protocol; nil if there is none of that code.
    @_noAllocation
    public init?(code: UInt8) { self.init(rawValue: code) }

    /// What HELLO sends for it (PROTOCOL.md §6.1).
    public var code: UInt8 { @_noAllocation get { rawValue } }

    /// Factor to the unit that `ChannelKind` is measured in: g, rad/s or µT; 1 for a unit of the channel's own.
    public var toCanonical: Double {
        switch self {
        case .g, .radiansPerSecond, .microtesla, .own: 1
        case .metresPerSecondSquared: 1 / 9.80665
        case .degreesPerSecond: 0.017453292519943295
        }
    }
}
