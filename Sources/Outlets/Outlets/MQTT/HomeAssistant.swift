import Formatting
package import MQTT
import MotionCore
import WireProtocol

/// How a device and its gestures introduce themselves to Home Assistant, by MQTT discovery: each a retained message.
///
/// A gesture is an `event` entity, which has no state: the same one twice fires twice. It is a trigger of the device, too. What
/// arrives late, by the clock of Home Assistant, is nothing.
package struct HomeAssistant {
    /// What the topics of discovery begin with.
    let prefix: String
    /// What the device's topics begin with.
    let base: String
    let device: OutletDevice
    /// Labels, and what they are called in topics.
    let labels: [(name: String, topic: String)]
    /// Seconds after which a gesture is no longer acted upon; 0: it always is.
    let patience: Double
    /// Whether the device tells how full its battery is.
    let tellsBattery: Bool
    /// Whether it can be asked for something.
    let takesRequests: Bool
    /// The names of the models that it can be asked to recognise by.
    let models: [String]
    /// Where it is told whether whoever recognises for the device is there; nil: the device's own status tells that, too.
    let guardian: String?

    package init(
        prefix: String, base: String, device: OutletDevice, labels: [(name: String, topic: String)], patience: Double,
        tellsBattery: Bool, takesRequests: Bool, models: [String] = [], guardian: String? = nil
    ) {
        (self.prefix, self.base, self.device, self.labels) = (prefix, base, device, labels)
        (self.patience, self.tellsBattery, self.takesRequests) = (patience, tellsBattery, takesRequests)
        (self.models, self.guardian) = (models, guardian)
    }

    /// What Home Assistant calls the device: of letters, digits, `_` and `-` alone.
    private var node: String { "motionq_\(OutletNames.plain(device.id))" }

    package var messages: [MQTTMessage] {
        labels.flatMap { [event($0.name, $0.topic), trigger($0.name, $0.topic)] } + sensors + controls
    }

    private func event(_ name: String, _ topic: String) -> MQTTMessage {
        var config = entity(name, "gesture_\(topic)")
        config.add("icon", "mdi:gesture")
        config.add("state_topic", "\(base)/gesture/\(topic)")
        config.add("event_types", ["enter"])
        if patience > 0 { config.add("value_template", "{% if \(isInTime) %}{{ value }}{% endif %}") }
        return message("event", "gesture_\(topic)", config)
    }

    private func trigger(_ name: String, _ topic: String) -> MQTTMessage {
        var config = JSONLine()
        config.add("automation_type", "trigger")
        config.add("type", "gesture")
        config.add("subtype", name)
        config.add("topic", "\(base)/gesture/\(topic)")
        if patience > 0 {
            config.add("payload", "now")
            config.add("value_template", "{{ 'now' if \(isInTime) else 'late' }}")
        }
        config.add("device", about)
        config.add("origin", origin)
        return message("device_automation", "gesture_\(topic)", config)
    }

    private var sensors: [MQTTMessage] {
        var link = entity("Link", "link")
        link.add("state_topic", "\(base)/status")
        link.add("device_class", "connectivity")
        link.add("payload_on", "online")
        link.add("payload_off", "offline")
        link.add("entity_category", "diagnostic")
        var rate = measurement("Rate", "rate", unit: "Hz")
        rate.add("device_class", "frequency")
        var lost = measurement("Lost samples", "lost", unit: nil)
        lost.add("icon", "mdi:connection")
        let all = [message("binary_sensor", "link", link), message("sensor", "rate", rate), message("sensor", "lost", lost)]
        guard tellsBattery else { return all }
        var battery = measurement("Battery", "battery", unit: "%")
        battery.add("device_class", "battery")
        return all + [message("sensor", "battery", battery)]
    }

    /// What the device can be asked for.
    private var controls: [MQTTMessage] {
        guard takesRequests else { return [] }
        var recognition = entity("Recognition", "recognition")
        recognition.add("command_topic", "\(base)/set/recognition")
        recognition.add("state_topic", "\(base)/recognition")
        recognition.add("icon", "mdi:pause")
        let units = device.actuators
        let lights = (0..<Int(units?.led ?? 0)).map { number in
            var light = entity("LED \(number)", "led_\(number)")
            light.add("command_topic", "\(base)/set/led/\(number)")
            return message("light", "led_\(number)", light)
        }
        let colours = (0..<Int(units?.rgb ?? 0)).map { number in
            var light = entity("Coloured light \(number)", "rgb_\(number)")
            light.add("command_topic", "\(base)/set/rgb/\(number)")
            light.add("rgb_command_topic", "\(base)/set/rgb/\(number)")
            light.add("rgb_command_template", "{{ '#%02x%02x%02x' | format(red, green, blue) }}")
            return message("light", "rgb_\(number)", light)
        }
        let buzzers = (0..<Int(units?.buzzer ?? 0)).map { number in
            var button = entity("Beep \(number)", "buzzer_\(number)")
            button.add("command_topic", "\(base)/set/buzzer/\(number)")
            button.add("payload_press", "880 200")
            return message("button", "buzzer_\(number)", button)
        }
        let pause = labels.isEmpty ? [] : [message("switch", "recognition", recognition)]
        return pause + (models.isEmpty ? [] : [select]) + lights + colours + buzzers
    }

    /// Which model recognises.
    private var select: MQTTMessage {
        var config = entity("Model", "model")
        config.add("command_topic", "\(base)/set/model")
        config.add("state_topic", "\(base)/model")
        config.add("options", models)
        config.add("icon", "mdi:brain")
        return message("select", "model", config)
    }

    private func measurement(_ name: String, _ key: String, unit: String?) -> JSONLine {
        var config = entity(name, key)
        config.add("state_topic", "\(base)/state")
        config.add("value_template", "{{ value_json.\(key) | default('None') }}")
        config.add("state_class", "measurement")
        config.add("entity_category", "diagnostic")
        if let unit { config.add("unit_of_measurement", unit) }
        return config
    }

    /// What every entity says. The link itself is available as long as somebody looks after it.
    private func entity(_ name: String, _ key: String) -> JSONLine {
        var config = JSONLine()
        config.add("name", name)
        config.add("unique_id", "\(node)_\(key)")
        let topics = [guardian, key == "link" ? nil : "\(base)/status"].compactMap(\.self)
        if let guardian, key != "link" {
            config.add("availability", [guardian, "\(base)/status"].map(Self.topic))
            config.add("availability_mode", "all")
        } else if let topic = topics.first {
            config.add("availability_topic", topic)
        }
        config.add("device", about)
        config.add("origin", origin)
        return config
    }

    private static func topic(_ topic: String) -> JSONLine {
        var line = JSONLine()
        line.add("topic", topic)
        return line
    }

    private var about: JSONLine {
        var about = JSONLine()
        about.add("identifiers", [node])
        about.add("name", device.name.isEmpty ? "Motion sensor \(device.id)" : device.name)
        about.add("manufacturer", "MotionQ15")
        if !device.library.isEmpty { about.add("sw_version", device.library) }
        return about
    }

    private var origin: JSONLine {
        var origin = JSONLine()
        origin.add("name", "motionq")
        return origin
    }

    /// Whether a gesture is young enough: the clocks of both machines may differ by as much.
    private var isInTime: String { "(as_timestamp(now()) - value_json.time) | abs < \(Int(saturating: patience.rounded(.up)))" }

    private func message(_ component: String, _ key: String, _ config: JSONLine) -> MQTTMessage {
        MQTTMessage(topic: "\(prefix)/\(component)/\(node)/\(key)/config", payload: config.line)
    }
}
