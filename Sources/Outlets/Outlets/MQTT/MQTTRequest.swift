import WireProtocol

/// What a message at a topic below `…/set/` asks for.
///
///     led/3           ON, OFF or BLINK
///     rgb/0           #ff8800, ON (white) or OFF
///     buzzer/0        880 (hertz), 880 200 (and milliseconds), ON or OFF
///     vibration/0     ON, OFF, or 200 (milliseconds)
///     recognition     ON or OFF
///     model           the name of a model
package enum MQTTRequest {
    /// - Parameters:
    ///   - topic: what stands behind `set/`.
    /// - Returns: nil if it is nothing that can be asked for.
    package static func read(_ topic: String, _ payload: String) -> OutletRequest? {
        let words = payload.split(separator: " ").map { $0.uppercased() }
        let place = topic.split(separator: "/", omittingEmptySubsequences: false)
        if place == ["recognition"] {
            return words == ["ON"] ? .pause(false) : words == ["OFF"] ? .pause(true) : nil
        }
        if place == ["model"] { return payload.isEmpty ? nil : .model(payload) }
        guard place.count == 2, let unit = UInt8(place[1]), unit < ActuatorUnits.mostPerKind,
            let actuator = Actuator(named: place[0])
        else { return nil }
        var action = ActuatorAction(actuator: actuator.rawValue, unit: unit, pattern: .on)
        switch (words.first, actuator) {
        case ("OFF", _) where words.count == 1: action.pattern = .off
        case ("BLINK", .led) where words.count == 1: action.pattern = .blink
        case ("ON", _) where words.count == 1: if actuator == .rgb { (action.red, action.green, action.blue) = (255, 255, 255) }
        case (.some(let colour), .rgb) where words.count == 1:
            let digits = colour.dropFirst()
            guard colour.hasPrefix("#"), digits.utf8.count == 6, digits.first != "+", let number = UInt32(digits, radix: 16)
            else { return nil }
            (action.red, action.green, action.blue) = (UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
        case (.some(let hertz), .buzzer) where words.count <= 2:
            guard let frequency = UInt16(hertz), let duration = words.count == 2 ? UInt16(words[1]) : 200 else { return nil }
            (action.frequency, action.duration) = (frequency, duration)
        case (.some(let milliseconds), .vibration) where words.count == 1:
            guard let duration = UInt16(milliseconds) else { return nil }
            action.duration = duration
        default: return nil
        }
        return .action(action)
    }
}

extension Actuator {
    fileprivate init?(named name: some StringProtocol) {
        switch name {
        case "led": self = .led
        case "rgb": self = .rgb
        case "buzzer": self = .buzzer
        case "vibration": self = .vibration
        default: return nil
        }
    }
}
