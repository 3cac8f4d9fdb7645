import Formatting
import MotionQWorkshop
package import WireProtocol

/// The device's lights and sounds as it acknowledged them.
package struct PageLights {
    /// What is on, and when that was acknowledged, in milliseconds since 1970.
    private var shining: [String: (action: ActuatorAction, since: Double)] = [:]

    package init() {}

    /// - Parameter now: milliseconds since 1970.
    package mutating func settle(_ outcome: FeedbackOutbox.Outcome, now: Double) {
        guard outcome.status == .ok || outcome.status == .duplicate else { return }
        shining[outcome.actuatorName] = outcome.action.pattern == .off ? nil : (outcome.action, now)
    }

    package mutating func allOff() { shining = [:] }

    package var line: String {
        var line = JSONLine(type: "lights")
        line.add(
            "on",
            shining.sorted { $0.key < $1.key }.map { name, light in
                let (action, since) = light
                var light = JSONLine()
                light.add("name", name)
                light.add("blinks", action.pattern == .blink)
                light.add("level", Int(action.level))
                if action.actuator == Actuator.rgb.rawValue {
                    light.add("colour", [Int(action.red), Int(action.green), Int(action.blue)])
                }
                if action.frequency > 0 { light.add("hertz", Int(action.frequency)) }
                // It ends by itself, and nothing is said of that.
                if action.duration > 0 { light.add("until_ms", since + Double(action.duration), digits: 0) }
                return light
            })
        return line.line
    }
}
