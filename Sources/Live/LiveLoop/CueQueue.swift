import Synchronization
public import WireProtocol

/// Lights and sounds that a program asks for while the live loop runs, from any thread: not in answer to motion, as those of a
/// feedback table are.
///
/// What the device has not is left out. A cue that cannot be sent within a second, as its clock is not known yet, is forgotten.
public final class CueQueue: Sendable {
    private struct Cue {
        let action: ActuatorAction
        /// Attempts of the loop that are left, about 50 ms each.
        var attempts = 20
    }

    private let waiting = Mutex<[Cue]>([])
    /// More than anybody could see.
    private static let most = 32

    public init() {}

    /// Asks for a light or a sound.
    public func ask(_ action: ActuatorAction) {
        waiting.withLock { waiting in
            if waiting.count < Self.most { waiting.append(Cue(action: action)) }
        }
    }

    /// Switches an LED, from 0. There are eight at most: more means nothing.
    public func light(_ led: Int, isOn: Bool) {
        guard led < 8 else { return }
        ask(ActuatorAction(actuator: Actuator.led.rawValue, unit: UInt8(led), pattern: isOn ? .on : .off))
    }

    /// Sounds the buzzer once.
    public func beep(hertz: UInt16, milliseconds: UInt16) {
        var action = ActuatorAction(actuator: Actuator.buzzer.rawValue, unit: 0, pattern: .on)
        action.frequency = hertz
        action.duration = milliseconds
        ask(action)
    }

    /// Milliseconds after which a cue has no sense any more.
    private static let life: UInt16 = 500

    /// Sends what waits. On the loop's thread.
    func settle(through link: inout HostLink, now: UInt64) {
        let due = waiting.withLock { waiting in
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
        for var cue in due {
            switch link.command(cue.action, timeToLive: Self.life, motion: nil, now: now) {
            case .accepted, .denied, .stale: continue
            case .full, .clockUnknown:
                cue.attempts -= 1
                let again = cue
                if cue.attempts > 0 { waiting.withLock { $0.append(again) } }
            }
        }
    }
}
