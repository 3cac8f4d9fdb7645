/// How many actuators of each kind a device has, 0 … 8 of each.
public struct ActuatorUnits: Sendable, Equatable {
    /// LEDs of one colour.
    public var led: UInt8
    /// LEDs of any colour.
    public var rgb: UInt8
    /// Buzzers.
    public var buzzer: UInt8
    /// Vibration motors.
    public var vibration: UInt8

    /// Most units of a kind that a command can name.
    public static var mostPerKind: Int { @_noAllocation get { 8 } }

    /// Traps if a number is above eight.
    public init(led: UInt8 = 0, rgb: UInt8 = 0, buzzer: UInt8 = 0, vibration: UInt8 = 0) {
        precondition(
            max(max(led, rgb), max(buzzer, vibration)) <= Self.mostPerKind, "a command can name at most eight units of a kind")
        self.led = led
        self.rgb = rgb
        self.buzzer = buzzer
        self.vibration = vibration
    }

    /// - Returns: nil if the item of HELLO breaks a rule.
    @_noAllocation
    init?(_ item: PayloadReader) {
        guard item.count == 4 else { return nil }
        for kind in 0..<4 where item.u8(kind) > UInt8(Self.mostPerKind) { return nil }
        led = item.u8(0)
        rgb = item.u8(1)
        buzzer = item.u8(2)
        vibration = item.u8(3)
    }

    @_noAllocation
    func write(to writer: inout PayloadWriter) {
        writer.u8(led)
        writer.u8(rgb)
        writer.u8(buzzer)
        writer.u8(vibration)
    }

    /// How many there are of a kind.
    @_noAllocation
    public func count(of actuator: Actuator) -> UInt8 {
        switch actuator {
        case .led: led
        case .rgb: rgb
        case .buzzer: buzzer
        case .vibration: vibration
        }
    }

    /// The capability bits that announce them.
    public var capabilities: Capabilities {
        var bits = Capabilities.none
        if led > 0 { bits = bits.union(.led) }
        if rgb > 0 { bits = bits.union(.rgb) }
        if buzzer > 0 { bits = bits.union(.buzzer) }
        if vibration > 0 { bits = bits.union(.vibration) }
        return bits
    }
}
