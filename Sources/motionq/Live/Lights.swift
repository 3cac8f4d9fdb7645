import Simulation
import Synchronization
import WireProtocol

/// The lights and the buzzer of a simulated device, as they are now; written by its thread, read by the one that draws.
final class Lights: Sendable {
    private struct State {
        var leds = [ActuatorAction?](repeating: nil, count: 4)
        var rgb: ActuatorAction?
        var buzzer: ActuatorAction?
        var changes = 0
    }

    private let state = Mutex(State())

    /// Switches so far.
    var changes: Int { state.withLock { $0.changes } }

    /// Whether nothing is switched on.
    var areOff: Bool {
        state.withLock { $0.rgb == nil && $0.buzzer == nil && $0.leds.allSatisfy { $0 == nil } }
    }

    func apply(_ change: ActuatorChange) {
        let action = change.action.pattern == .off ? nil : change.action
        state.withLock { state in
            state.changes += 1
            switch Actuator(rawValue: change.action.actuator) {
            case .led: if Int(change.action.unit) < 4 { state.leds[Int(change.action.unit)] = action }
            case .rgb: state.rgb = action
            case .buzzer: state.buzzer = action
            case .vibration, nil: break
            }
        }
    }

    /// One line: four LEDs, the RGB LED, the buzzer.
    var picture: String {
        state.withLock { state in
            let leds = state.leds.enumerated().map { index, action in
                action == nil ? Paint.dim("○") : Paint.bold(Paint.tint(index, "●"))
            }
            let rgb = state.rgb.map { Paint.colour(Int($0.red), Int($0.green), Int($0.blue), "⬤") } ?? Paint.dim("◯")
            let buzzer = state.buzzer.map { Paint.bold("♪ \($0.frequency) Hz") } ?? Paint.dim("♪")
            return "  lights        LED \(leds.joined(separator: " "))  RGB \(rgb)  \(buzzer)"
        }
    }

    /// One line for a person without a picture.
    static func sentence(_ change: ActuatorChange) -> String {
        let isOn = change.action.pattern != .off
        return (isOn ? "● " : "○ ") + SimulatorEvent.actuator(change).plain
    }
}
