import MotionCore
import WireProtocol

/// A light, a sound or a vibration of a device, as it is commanded.
///
///     live.perform(.light(0, colour: .init(red: 255, green: 128, blue: 0), for: 2))
public struct MotionAction: Sendable, Equatable {
    /// A light, a buzzer or a motor of a device; each is counted from 0, and there are eight of a kind at most.
    public enum Actuator: Sendable, Equatable, Hashable {
        /// An LED of one colour.
        case led(Int)
        /// A light of any colour.
        case rgb(Int)
        /// A buzzer.
        case buzzer(Int)
        /// A motor that vibrates.
        case vibration(Int)
        /// A kind that this version does not know, by its code in the protocol, 0 … 255.
        case other(kind: Int, Int)
    }

    /// How an actuator is switched.
    public enum Pattern: Sendable, Equatable {
        /// It goes off.
        case off
        /// It is on.
        case on
        /// It is on and off in turn.
        case blink
    }

    /// What an RGB light shows.
    public struct Colour: Sendable, Equatable {
        /// Shares of the three colours, 0 … 255 each.
        public var red, green, blue: UInt8

        /// - Parameters:
        ///   - red: share of red, 0 … 255.
        ///   - green: share of green, 0 … 255.
        ///   - blue: share of blue, 0 … 255.
        public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
    }

    let action: ActuatorAction

    init(_ action: ActuatorAction) { self.action = action }

    /// Traps on a unit that no protocol can name.
    private init(
        _ kind: WireProtocol.Actuator, _ unit: Int, _ pattern: ActuatorAction.Pattern, seconds: Double? = nil, level: UInt8 = 255
    ) {
        precondition((0...7).contains(unit), "a device has the lights, buzzers and motors 0 to 7")
        var action = ActuatorAction(actuator: kind.rawValue, unit: UInt8(unit), pattern: pattern)
        if let seconds { action.duration = Self.milliseconds(seconds) }
        action.level = level
        self.action = action
    }

    /// At least 1 ms, for 0 means for ever.
    private static func milliseconds(_ seconds: Double) -> UInt16 {
        precondition(seconds > 0 && seconds <= 60, "a command lasts for more than 0 and at most 60 seconds")
        return UInt16(saturating: max(1, (seconds * 1000).rounded()))
    }

    /// An LED on, or blinking.
    ///
    /// - Parameters:
    ///   - led: which one, 0 … 7; traps on another.
    ///   - level: brightness, 0 … 255.
    ///   - period: seconds of a blink, 0.001 … 60; nil: it does not blink.
    ///   - seconds: after which it goes off by itself, above 0 to 60; nil: it stays. Traps beyond.
    public static func light(
        _ led: Int, level: UInt8 = 255, blinkingEvery period: Double? = nil, for seconds: Double? = nil
    ) -> MotionAction {
        MotionAction(.led, led, period == nil ? .on : .blink, seconds: seconds, level: level).blinking(period)
    }

    /// An RGB light in a colour, or blinking in it.
    ///
    /// - Parameters:
    ///   - light: which one, 0 … 7; traps on another.
    ///   - colour: what it shows.
    ///   - period: seconds of a blink, 0.001 … 60; nil: it does not blink.
    ///   - seconds: after which it goes off by itself, above 0 to 60; nil: it stays. Traps beyond.
    public static func light(
        _ light: Int, colour: Colour, blinkingEvery period: Double? = nil, for seconds: Double? = nil
    ) -> MotionAction {
        var action = MotionAction(.rgb, light, period == nil ? .on : .blink, seconds: seconds).blinking(period).action
        (action.red, action.green, action.blue) = (colour.red, colour.green, colour.blue)
        return MotionAction(action)
    }

    /// A tone.
    ///
    /// - Parameters:
    ///   - hertz: 1 … 20,000; nil: the device's own tone. Traps beyond.
    ///   - seconds: above 0 to 60; traps beyond.
    ///   - buzzer: which one, 0 … 7; traps on another.
    ///   - level: volume, 0 … 255.
    public static func sound(hertz: Int? = nil, for seconds: Double = 0.2, buzzer: Int = 0, level: UInt8 = 255) -> MotionAction {
        precondition(hertz.map { (1...20_000).contains($0) } ?? true, "a tone has 1 to 20,000 hertz")
        var action = MotionAction(.buzzer, buzzer, .on, seconds: seconds, level: level).action
        action.frequency = UInt16(hertz ?? 0)
        return MotionAction(action)
    }

    /// A motor's vibration.
    ///
    /// - Parameters:
    ///   - motor: which one, 0 … 7; traps on another.
    ///   - seconds: above 0 to 60; traps beyond.
    ///   - level: strength, 0 … 255.
    public static func vibration(_ motor: Int = 0, for seconds: Double = 0.2, level: UInt8 = 255) -> MotionAction {
        MotionAction(.vibration, motor, .on, seconds: seconds, level: level)
    }

    /// Something off that was on.
    ///
    /// - Parameter actuator: which one; traps on a unit beyond 0 … 7.
    public static func off(_ actuator: Actuator) -> MotionAction {
        switch actuator {
        case .led(let unit): MotionAction(.led, unit, .off)
        case .rgb(let unit): MotionAction(.rgb, unit, .off)
        case .buzzer(let unit): MotionAction(.buzzer, unit, .off)
        case .vibration(let unit): MotionAction(.vibration, unit, .off)
        case .other(let kind, let unit):
            MotionAction(ActuatorAction(actuator: UInt8(clamping: kind), unit: UInt8(clamping: unit), pattern: .off))
        }
    }

    private func blinking(_ period: Double?) -> MotionAction {
        guard let period else { return self }
        var action = action
        action.period = Self.milliseconds(period)
        return MotionAction(action)
    }
}

// MARK: - What is commanded

extension MotionAction: CustomStringConvertible {
    /// Which light, buzzer or motor.
    public var actuator: Actuator {
        let unit = Int(action.unit)
        return switch WireProtocol.Actuator(rawValue: action.actuator) {
        case .led: .led(unit)
        case .rgb: .rgb(unit)
        case .buzzer: .buzzer(unit)
        case .vibration: .vibration(unit)
        case nil: .other(kind: Int(action.actuator), unit)
        }
    }

    /// How it is switched.
    public var pattern: Pattern {
        switch action.pattern {
        case .off: .off
        case .on: .on
        case .blink: .blink
        }
    }

    /// Brightness, volume or strength, 0 … 255.
    public var level: UInt8 { action.level }

    /// What an RGB light shows; nil of another actuator.
    public var colour: Colour? {
        guard case .rgb = actuator else { return nil }
        return Colour(red: action.red, green: action.green, blue: action.blue)
    }

    /// Hertz of a buzzer's tone; nil: the device's own, or no buzzer.
    public var hertz: Int? {
        guard case .buzzer = actuator, action.frequency > 0 else { return nil }
        return Int(action.frequency)
    }

    /// Seconds after which it ends by itself; nil: it stays until another command.
    public var duration: Double? { action.duration > 0 ? Double(action.duration) / 1000 : nil }

    /// `led 3 on`.
    public var description: String {
        let name =
            switch actuator {
            case .led(let unit): "led \(unit)"
            case .rgb(let unit): "rgb \(unit)"
            case .buzzer(let unit): "buzzer \(unit)"
            case .vibration(let unit): "vibration \(unit)"
            case .other(let kind, let unit): "actuator \(kind), \(unit)"
            }
        return "\(name) \(pattern)"
    }
}
