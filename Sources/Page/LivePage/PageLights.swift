import Formatting
import MotionQWorkshop
package import WireProtocol

/// The device's lights and sounds as it acknowledged them.
package struct PageLights {
    private var shining: [String: ActuatorAction] = [:]
    /// Changes so far.
    package private(set) var version = 0

    package init() {}

    package mutating func settle(_ outcome: FeedbackOutbox.Outcome) {
        guard outcome.status == .ok || outcome.status == .duplicate else { return }
        shining[outcome.actuatorName] = outcome.action.pattern == .off ? nil : outcome.action
        version += 1
    }

    package mutating func allOff() {
        guard !shining.isEmpty else { return }
        shining = [:]
        version += 1
    }

    package var line: String {
        var line = JSONLine(type: "lights")
        line.add(
            "on",
            shining.sorted { $0.key < $1.key }.map { name, action in
                var light = JSONLine()
                light.add("name", name)
                light.add("blinks", action.pattern == .blink)
                light.add("level", Int(action.level))
                if action.actuator == Actuator.rgb.rawValue {
                    light.add("colour", [Int(action.red), Int(action.green), Int(action.blue)])
                }
                if action.frequency > 0 { light.add("hertz", Int(action.frequency)) }
                if action.duration > 0 { light.add("milliseconds", Int(action.duration)) }
                return light
            })
        return line.line
    }
}
