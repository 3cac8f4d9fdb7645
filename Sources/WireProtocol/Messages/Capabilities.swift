/// What a device can do: the bits of HELLO's capabilities.
public struct Capabilities: Sendable, Equatable {
    public var rawValue: UInt32

    @_noAllocation
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// All bits of both.
    @_noAllocation
    public func union(_ other: Capabilities) -> Capabilities { Capabilities(rawValue: rawValue | other.rawValue) }

    /// Whether every bit of the other is set here.
    @_noAllocation
    public func contains(_ other: Capabilities) -> Bool { rawValue & other.rawValue == other.rawValue }

    public static var none: Capabilities { @_noAllocation get { Capabilities(rawValue: 0) } }
    public static var led: Capabilities { @_noAllocation get { Capabilities(rawValue: 1) } }
    public static var rgb: Capabilities { @_noAllocation get { Capabilities(rawValue: 2) } }
    public static var buzzer: Capabilities { @_noAllocation get { Capabilities(rawValue: 4) } }
    public static var vibration: Capabilities { @_noAllocation get { Capabilities(rawValue: 8) } }
    public static var buttons: Capabilities { @_noAllocation get { Capabilities(rawValue: 16) } }
    public static var setsRate: Capabilities { @_noAllocation get { Capabilities(rawValue: 32) } }
    public static var setsRanges: Capabilities { @_noAllocation get { Capabilities(rawValue: 64) } }
    public static var predicts: Capabilities { @_noAllocation get { Capabilities(rawValue: 128) } }
}
