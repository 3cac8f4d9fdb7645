import CMotionCore
import WireProtocol

/// What FEEDBACK can move: LEDs 0 and 1 are the board's own, 2 to 5 the upper four of its row of eight; of the lower four, three
/// are the RGB light's red, green and blue, and the fourth stands for the buzzer.
struct Lights {
    static let units = ActuatorUnits(led: 6, rgb: 1, buzzer: 1)

    /// What one of them does.
    private struct State {
        var isOn = false
        /// Microseconds of half a blink; 0: steady.
        var half: UInt64 = 0
        var since: UInt64 = 0
        /// Bits that are lit while it is lit.
        var bits: UInt32 = 1

        func lit(at now: UInt64) -> Bool {
            isOn && (half == 0 || (now &- since) / half % 2 == 0)
        }
    }

    private var leds = InlineArray<6, State>(repeating: State())
    private var colour = State()
    private var buzzer = State()
    /// Bits of the RGB light that somebody who teaches the board sees in the place of the host's colour; 0: the host's.
    private var teaching: UInt32 = 0
    private var shown: (own: UInt32, row: UInt32) = (0, 0)

    private static let defaultPeriod: UInt16 = 500

    /// Does what a command, its end or the failsafe says.
    mutating func apply(_ change: ActuatorChange, now: UInt64) {
        var state = State()
        // The board's lights are on or off: any level above 0 is on, and a colour has those components that are at least half
        // bright.
        let level = UInt32(change.action.level)
        if case .off = change.action.pattern {} else { state.isOn = level > 0 }
        if case .blink = change.action.pattern {
            let period = change.action.period == 0 ? Self.defaultPeriod : change.action.period
            state.half = max(1, UInt64(period) * 500)
        }
        state.since = now
        switch Actuator(rawValue: change.action.actuator) {
        case .led: leds[Int(change.action.unit)] = state
        case .rgb:
            state.bits =
                (change.action.red > 127 ? 1 : 0) | (change.action.green > 127 ? 2 : 0) | (change.action.blue > 127 ? 4 : 0)
            colour = state
        case .buzzer: buzzer = state
        case .vibration, nil: break
        }
        show(now)
    }

    /// What the board says to somebody who teaches it, in colours: blue, show it now; green, heard; red, not heard; white, another
    /// place.
    mutating func say(_ light: mq_teach_light) {
        teaching =
            switch light {
            case MQ_TEACH_WAITING: 4
            case MQ_TEACH_HEARD: 2
            case MQ_TEACH_NOT_HEARD: 1
            case MQ_TEACH_CHANGED: 7
            default: 0
            }
    }

    /// Switches the lights that blink. Call it at least a hundred times a second.
    mutating func show(_ now: UInt64) {
        var own: UInt32 = 0
        var row: UInt32 = 0
        for unit in 0..<6 where leds[unit].lit(at: now) {
            if unit < 2 { own |= 1 << UInt32(unit) } else { row |= 1 << UInt32(unit + 2) }
        }
        if teaching != 0 { row |= teaching } else if colour.lit(at: now) { row |= colour.bits }
        if buzzer.lit(at: now) { row |= 8 }
        // A register is written only if it changes, so that what is seen from outside is what happened.
        if own != shown.own { register(Address.lightsAndClock).store(own) }
        if row != shown.row { register(Address.configuration, 4).store(row) }
        shown = (own, row)
    }
}
