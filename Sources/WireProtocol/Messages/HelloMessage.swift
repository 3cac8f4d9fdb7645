public import Channels

/// Who is there (PROTOCOL.md §6.1). From a device: session, capabilities, rate and channels; from a host: its session.
public struct HelloMessage: Sendable {
    public var role: Role
    /// Drawn anew at every boot, reset, change of configuration, or opening of the port.
    public var session: UInt32
    public var uniqueID = ShortText()
    public var name = ShortText()
    public var capabilities = Capabilities.none
    /// What the device measures, in the order of DATA; no channels and rate 0 from a host.
    public var sensor = SensorDescription(rate: 0)
    /// Nil: not told.
    public var minorVersion: UInt8? = 1

    public enum Role: UInt8, Sendable {
        case device = 1
        case host = 2

        // Marked by hand, as in `MessageKind`.
        @_noAllocation
        init?(code: UInt8) { self.init(rawValue: code) }

        var code: UInt8 { @_noAllocation get { rawValue } }

        @_noAllocation
        public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    }

    @_noAllocation
    public init(role: Role, session: UInt32) {
        self.role = role
        self.session = session
    }
}
