/// Who is there (PROTOCOL.md §6.1). From a device: session, capabilities, rate and channels; from a host: its session.
public struct HelloMessage: Sendable {
    public var role: Role
    /// Drawn anew at every boot, reset, change of configuration, or opening of the port.
    public var session: UInt32
    public var uniqueID = ShortText()
    public var name = ShortText()
    public var capabilities = Capabilities.none
    /// Nominal samples per second; 0 from a host.
    public var rate: Float = 0
    public var channelCount = 0
    /// The first `channelCount` are announced, in the order of DATA.
    public var channels: InlineArray<9, ChannelDescription>
    /// Board axis of the sensor's x, y and z: ±1, ±2, ±3.
    public var axes: InlineArray<3, Int8> = [1, 2, 3]
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
        channels = InlineArray(repeating: ChannelDescription(kind: 0, unit: .g, scale: 1, offset: 0, fullScale: 0))
    }

    /// Appends a channel. Traps beyond nine.
    @_noAllocation
    public mutating func addChannel(_ channel: ChannelDescription) {
        let room = channelCount < FrameLimits.channels
        precondition(room, "a device announces at most nine channels")
        channels[channelCount] = channel
        channelCount += 1
    }
}

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

    public static let none = Capabilities(rawValue: 0)
    public static let led = Capabilities(rawValue: 1)
    public static let rgb = Capabilities(rawValue: 2)
    public static let buzzer = Capabilities(rawValue: 4)
    public static let vibration = Capabilities(rawValue: 8)
    public static let buttons = Capabilities(rawValue: 16)
    public static let setsRate = Capabilities(rawValue: 32)
    public static let setsRanges = Capabilities(rawValue: 64)
    public static let predicts = Capabilities(rawValue: 128)
}

/// One channel: physical value = count · scale + offset, in its unit.
public struct ChannelDescription: Sendable, Equatable {
    /// A `ChannelKind` code, or one that this version does not know.
    public var kind: UInt8
    public var unit: ChannelUnit
    public var scale: Float
    public var offset: Float
    /// Largest value that the sensor tells from a larger one, in the unit; 0 if unknown.
    public var fullScale: Float

    @_noAllocation
    public init(kind: UInt8, unit: ChannelUnit, scale: Float, offset: Float, fullScale: Float) {
        self.kind = kind
        self.unit = unit
        self.scale = scale
        self.offset = offset
        self.fullScale = fullScale
    }
}

/// The unit of a channel's physical value.
public enum ChannelUnit: UInt8, Sendable {
    case g = 1
    case metresPerSecondSquared = 2
    case radiansPerSecond = 3
    case degreesPerSecond = 4
    case microtesla = 5

    // Marked by hand, as in `MessageKind`.
    @_noAllocation
    init?(code: UInt8) { self.init(rawValue: code) }

    var code: UInt8 { @_noAllocation get { rawValue } }

    /// Factor to the unit that `ChannelKind` is measured in: g, rad/s or µT.
    public var toCanonical: Double {
        switch self {
        case .g, .radiansPerSecond, .microtesla: 1
        case .metresPerSecondSquared: 1 / 9.80665
        case .degreesPerSecond: 0.017453292519943295
        }
    }
}

/// A few bytes of text or identity, at most 32.
public struct ShortText: Sendable {
    public private(set) var count = 0
    private var storage: InlineArray<32, UInt8> = .init(repeating: 0)

    @_noAllocation
    public init() {}

    /// Appends a byte; what does not fit is left out.
    @_noAllocation
    public mutating func append(_ byte: UInt8) {
        guard count < 32 else { return }
        storage[count] = byte
        count += 1
    }

    /// The byte at a position below `count`.
    @_noAllocation
    public subscript(index: Int) -> UInt8 { storage[index] }
}
