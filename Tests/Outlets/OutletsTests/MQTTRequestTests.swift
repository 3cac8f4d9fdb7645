import Outlets
import Testing
import WireProtocol

@Suite("What may be asked for of a device")
struct MQTTRequestTests {
    private func action(
        _ actuator: Actuator, _ unit: UInt8, _ pattern: ActuatorAction.Pattern, _ change: (inout ActuatorAction) -> Void = { _ in }
    )
        -> OutletRequest
    {
        var action = ActuatorAction(actuator: actuator.rawValue, unit: unit, pattern: pattern)
        change(&action)
        return .action(action)
    }

    @Test("is a light, a colour, a sound, a movement, a pause or another model, by the topic")
    func known() {
        #expect(MQTTRequest.read("led/3", "ON") == action(.led, 3, .on))
        #expect(MQTTRequest.read("led/0", "off") == action(.led, 0, .off))
        #expect(MQTTRequest.read("led/0", "BLINK") == action(.led, 0, .blink))
        #expect(MQTTRequest.read("rgb/1", "#fF8001") == action(.rgb, 1, .on) { ($0.red, $0.green, $0.blue) = (255, 128, 1) })
        #expect(MQTTRequest.read("rgb/0", "ON") == action(.rgb, 0, .on) { ($0.red, $0.green, $0.blue) = (255, 255, 255) })
        #expect(MQTTRequest.read("buzzer/0", "880") == action(.buzzer, 0, .on) { ($0.frequency, $0.duration) = (880, 200) })
        #expect(MQTTRequest.read("buzzer/0", "440 50") == action(.buzzer, 0, .on) { ($0.frequency, $0.duration) = (440, 50) })
        #expect(MQTTRequest.read("vibration/7", "300") == action(.vibration, 7, .on) { $0.duration = 300 })
        #expect(MQTTRequest.read("recognition", "OFF") == .pause(true))
        #expect(MQTTRequest.read("recognition", "ON") == .pause(false))
        #expect(MQTTRequest.read("model", "left hand") == .model("left hand"))
    }

    @Test(
        "is nothing if it is anything else",
        arguments: [
            ("led/8", "ON"), ("led", "ON"), ("led/-1", "ON"), ("led/1/2", "ON"), ("led/1", ""), ("led/1", "ON ON"),
            ("led/1", "880"),
            ("rgb/0", "#ff88"), ("rgb/0", "#gg0000"), ("rgb/0", "BLINK"), ("rgb/0", "#+12345"), ("buzzer/0", "70000"),
            ("buzzer/0", "880 -1"), ("buzzer/0", "1 2 3"), ("laser/0", "ON"), ("recognition", "MAYBE"), ("", "ON"),
            ("model", ""),
        ])
    func unknown(topic: String, payload: String) { #expect(MQTTRequest.read(topic, payload) == nil) }
}
