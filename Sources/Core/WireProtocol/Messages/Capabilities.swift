/// What a device can do: the bits of HELLO's capabilities.
public struct Capabilities: Sendable, Equatable {
    /// All bits, those that this version does not know among them.
    public var rawValue: UInt32

    @_noAllocation
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// All bits of both.
    @_noAllocation
    public func union(_ other: Capabilities) -> Capabilities { Capabilities(rawValue: rawValue | other.rawValue) }

    /// Whether every bit of the other is set here.
    @_noAllocation
    public func contains(_ other: Capabilities) -> Bool { rawValue & other.rawValue == other.rawValue }

    /// No bit.
    public static var none: Capabilities { @_noAllocation get { Capabilities(rawValue: 0) } }
    /// Has an LED.
    public static var led: Capabilities { @_noAllocation get { Capabilities(rawValue: 1) } }
    /// Has an RGB LED.
    public static var rgb: Capabilities { @_noAllocation get { Capabilities(rawValue: 2) } }
    /// Has a buzzer.
    public static var buzzer: Capabilities { @_noAllocation get { Capabilities(rawValue: 4) } }
    /// Has a vibration motor.
    public static var vibration: Capabilities { @_noAllocation get { Capabilities(rawValue: 8) } }
    /// Has buttons, and sends EVENT for them.
    public static var buttons: Capabilities { @_noAllocation get { Capabilities(rawValue: 16) } }
    /// Takes another sampling rate by CONFIG.
    public static var setsRate: Capabilities { @_noAllocation get { Capabilities(rawValue: 32) } }
    /// Takes other measuring ranges by CONFIG.
    public static var setsRanges: Capabilities { @_noAllocation get { Capabilities(rawValue: 64) } }
    /// Classifies by itself, and sends PREDICTION.
    public static var predicts: Capabilities { @_noAllocation get { Capabilities(rawValue: 128) } }
    /// Shows what the host decides, and wants LABELS and PREDICTION.
    public static var showsDecisions: Capabilities { @_noAllocation get { Capabilities(rawValue: 256) } }
    /// Replays at another speed than life's: the times of its samples are not those of its TIMESYNC.
    public static var replays: Capabilities { @_noAllocation get { Capabilities(rawValue: 512) } }
    /// Takes a new network by INSTALL.
    public static var installs: Capabilities { @_noAllocation get { Capabilities(rawValue: 1024) } }
    /// Keeps a CONFIG over a reset.
    public static var keepsConfiguration: Capabilities { @_noAllocation get { Capabilities(rawValue: 2048) } }
}
