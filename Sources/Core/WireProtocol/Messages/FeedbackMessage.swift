/// A command for a light, a sound or a motor (PROTOCOL.md §6.7).
public struct FeedbackMessage: Sendable, Equatable {
    /// Grows by one for each new command, wraps.
    public var sequence: UInt16
    /// Device time, in microseconds, at which the host issued it.
    public var issued: UInt32
    /// Milliseconds after `issued` beyond which it must not be applied, 1 … 10,000.
    public var timeToLive: UInt16
    /// What to do, and with which actuator.
    public var action: ActuatorAction

    @_noAllocation
    public init(sequence: UInt16, issued: UInt32, timeToLive: UInt16, action: ActuatorAction) {
        self.sequence = sequence
        self.issued = issued
        self.timeToLive = timeToLive
        self.action = action
    }

    static var byteCount: Int { @_noAllocation get { 22 } }

    /// Milliseconds.
    public static var mostTimeToLive: UInt16 { @_noAllocation get { 10_000 } }

    /// - Returns: nil if the payload breaks a rule of §6.7.
    @_noAllocation
    public init?(_ payload: PayloadReader) {
        guard payload.count >= Self.byteCount, let pattern = ActuatorAction.Pattern(rawValue: payload.u8(10)) else { return nil }
        let timeToLive = payload.u16(6)
        guard timeToLive >= 1, timeToLive <= Self.mostTimeToLive, payload.u8(9) < ActuatorUnits.mostPerKind else { return nil }
        sequence = payload.u16(0)
        issued = payload.u32(2)
        self.timeToLive = timeToLive
        action = ActuatorAction(actuator: payload.u8(8), unit: payload.u8(9), pattern: pattern)
        action.level = payload.u8(11)
        action.red = payload.u8(12)
        action.green = payload.u8(13)
        action.blue = payload.u8(14)
        action.frequency = payload.u16(16)
        action.duration = payload.u16(18)
        action.period = payload.u16(20)
    }

    /// Appends the payload: 22 bytes.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u16(sequence)
        writer.u32(issued)
        writer.u16(timeToLive)
        writer.u8(action.actuator)
        writer.u8(action.unit)
        writer.u8(action.pattern.rawValue)
        writer.u8(action.level)
        writer.u8(action.red)
        writer.u8(action.green)
        writer.u8(action.blue)
        writer.u8(0)
        writer.u16(action.frequency)
        writer.u16(action.duration)
        writer.u16(action.period)
    }
}

/// What one actuator shall do.
public struct ActuatorAction: Sendable, Equatable {
    /// An `Actuator` code, or one that this version does not know.
    public var actuator: UInt8
    /// Which of them, 0 … 7.
    public var unit: UInt8
    /// Off, on, or on and off in turn.
    public var pattern: Pattern
    /// Brightness, volume or strength.
    public var level: UInt8 = 255
    /// RGB only.
    public var red: UInt8 = 0
    public var green: UInt8 = 0
    public var blue: UInt8 = 0
    /// Hertz, buzzer only; 0: the device's own.
    public var frequency: UInt16 = 0
    /// Milliseconds until it ends by itself; 0: until replaced or failsafe.
    public var duration: UInt16 = 0
    /// Milliseconds, blink only; 0: 500.
    public var period: UInt16 = 0

    /// How an actuator is on.
    public enum Pattern: UInt8, Sendable, CaseIterable {
        case off = 0
        case on = 1
        case blink = 2
    }

    @_noAllocation
    public init(actuator: UInt8, unit: UInt8, pattern: Pattern) {
        self.actuator = actuator
        self.unit = unit
        self.pattern = pattern
    }
}

/// The kinds of actuator.
public enum Actuator: UInt8, Sendable, CaseIterable {
    case led = 1
    case rgb = 2
    case buzzer = 3
    case vibration = 4

    // Marked by hand, as in `MessageKind`.
    @_noAllocation
    init?(code: UInt8) { self.init(rawValue: code) }

    var code: UInt8 { @_noAllocation get { rawValue } }
}
