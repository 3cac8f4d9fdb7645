import Foundation
import MQTT
import Outlets
import Testing
import WireProtocol

/// The fields are those that Home Assistant's documentation of MQTT discovery requires of each kind of entity (home-assistant.io,
/// integrations `event.mqtt`, `device_trigger.mqtt`, `binary_sensor.mqtt`, `sensor.mqtt`, `select.mqtt`, `switch.mqtt`,
/// `light.mqtt`, `button.mqtt`).
@Suite("What Home Assistant is told of a device")
struct HomeAssistantTests {
    private static let required = [
        "event": ["state_topic", "event_types"],
        "device_automation": ["automation_type", "topic", "type", "subtype", "device"],
        "binary_sensor": ["state_topic"], "sensor": ["state_topic"],
        "select": ["command_topic", "options"], "switch": ["command_topic"], "light": ["command_topic"],
        "button": ["command_topic"],
    ]

    private func messages(patience: Double = 10, battery: Bool = true, requests: Bool = true, guardian: String? = nil)
        -> [MQTTMessage]
    {
        var device = OutletDevice(id: "0a0b", name: "Wand", library: "motionq 1.2", rate: 50)
        device.actuators = ActuatorUnits(led: 2, rgb: 1, buzzer: 1)
        return HomeAssistant(
            prefix: "homeassistant", base: "motionq/0a0b", device: device,
            labels: [("circle left", "circle_left"), ("shake", "shake")],
            patience: patience, tellsBattery: battery, takesRequests: requests, models: ["left", "wand"], guardian: guardian
        ).messages
    }

    private func config(_ message: MQTTMessage) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(message.payload.utf8)) as? [String: Any])
    }

    @Test("has at a topic of its kind all that this kind must have, and a device that it belongs to")
    func fields() throws {
        let messages = messages()
        #expect(messages.count == 2 + 2 + 4 + 1 + 1 + 2 + 1 + 1)
        #expect(Set(messages.map(\.topic)).count == messages.count)
        for message in messages {
            let place = message.topic.split(separator: "/").map(String.init)
            #expect(place.count == 5 && place[0] == "homeassistant" && place[2] == "motionq_0a0b" && place[4] == "config")
            let config = try config(message)
            for field in try #require(Self.required[place[1]], "\(place[1])") {
                #expect(config[field] != nil, "\(field) of \(message.topic)")
            }
            let device = try #require(config["device"] as? [String: Any])
            #expect(device["identifiers"] as? [String] == ["motionq_0a0b"] && device["name"] as? String == "Wand")
            #expect((config["origin"] as? [String: Any])?["name"] as? String == "motionq")
            // An entity can be given another name only if it has an id of its own.
            if place[1] != "device_automation" { #expect((config["unique_id"] as? String)?.hasPrefix("motionq_0a0b_") == true) }
        }
    }

    @Test("is available where both its shard and itself are, and its link where the shard is")
    func guarded() throws {
        for message in messages(guardian: "motionq/fleet/shards/3-8") where !message.topic.contains("/device_automation/") {
            let config = try config(message)
            if message.topic.hasSuffix("/link/config") {
                #expect(config["availability_topic"] as? String == "motionq/fleet/shards/3-8" && config["availability"] == nil)
            } else {
                let topics = (config["availability"] as? [[String: String]])?.compactMap { $0["topic"] }
                #expect(topics == ["motionq/fleet/shards/3-8", "motionq/0a0b/status"], "\(message.topic)")
                #expect(config["availability_mode"] as? String == "all" && config["availability_topic"] == nil)
            }
        }
    }

    @Test("is an event for each gesture, whose only type is its beginning")
    func events() throws {
        let events = messages().filter { $0.topic.hasPrefix("homeassistant/event/") }
        #expect(try events.map { try config($0)["name"] as? String } == ["circle left", "shake"])
        #expect(
            try events.map { try config($0)["state_topic"] as? String } == [
                "motionq/0a0b/gesture/circle_left", "motionq/0a0b/gesture/shake",
            ])
        #expect(try events.allSatisfy { try config($0)["event_types"] as? [String] == ["enter"] })
    }

    @Test("says nothing of a battery that is not told, of requests that nobody hears, and of lateness where none is minded")
    func absent() throws {
        let few = messages(patience: 0, battery: false, requests: false)
        #expect(few.count == 2 + 2 + 3)
        for message in few where message.topic.contains("gesture") {
            let config = try config(message)
            #expect(config["value_template"] == nil && config["payload"] == nil)
        }
    }
}
