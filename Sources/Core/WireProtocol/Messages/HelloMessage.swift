public import MotionCore

/// Introduces one side (PROTOCOL.md §6.1). From a device: session, capabilities, rate and channels; from a host: its session.
public struct HelloMessage: Sendable {
    /// Which side it comes from.
    public var role: Role
    /// A new one at every boot, reset, change of configuration, or opening of the port.
    public var session: UInt32
    /// What names the board for all its life; empty if not told.
    public var uniqueID = ShortText()
    /// Of the firmware or the program, UTF-8; empty if not told. Not trusted.
    public var name = ShortText()
    /// What a device can do; none from a host.
    public var capabilities = Capabilities.none
    /// What the device measures, in the order of DATA; no channels and rate 0 from a host. As it was read from a HELLO with
    /// `describedChannels` it has the first nine at most, without their names.
    public var sensor = SensorDescription(rate: 0)
    /// How many channels CHANNELS describe; nil: none, `sensor` is whole.
    public var describedChannels: UInt8?
    /// How many lights, buzzers and motors a device has; nil: not told.
    public var units: ActuatorUnits?
    /// Nil: not told.
    public var minorVersion: UInt8? = 5
    /// Hash of the network that the device predicts with, or would (§6.13); 0: it has none; nil: not told.
    public var network: UInt64?
    /// Hash of the image as which that network came over the line, decision options and all; nil: it is the firmware's own, or not
    /// told.
    public var image: UInt64?
    /// What speaks the protocol on the device, and its version; empty if not told. Not trusted.
    public var library = ShortText()

    /// Channels of a sample: those that CHANNELS describe, or else those of the HELLO itself.
    public var channelsOfData: Int {
        @_noAllocation get { if let describedChannels { Int(describedChannels) } else { sensor.channelCount } }
    }

    /// The minor version that this code speaks.
    static var ownMinorVersion: UInt8 { @_noAllocation get { 5 } }

    /// The two sides of a link.
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

    /// Whether the device has what an action is for, as far as it has told.
    @_noAllocation
    public func allows(_ action: ActuatorAction) -> Bool {
        guard let kind = Actuator(code: action.actuator) else { return false }
        guard capabilities.contains(Capabilities(rawValue: 1 << UInt32(kind.code - 1))) else { return false }
        guard let units else { return true }
        return action.unit < units.count(of: kind)
    }
}
