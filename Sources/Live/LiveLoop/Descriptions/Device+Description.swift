public import WireProtocol

// What a device says of itself, as `print` shows it. Here and not beside the types: the device core makes no strings.

extension HelloMessage: CustomStringConvertible {
    /// `device "Nano", session 7: ax in g, … at 100 Hz`.
    public var description: String {
        let says = role == .device ? ": \(sensor)" : ""
        return "\(role) \(name), session \(session)\(says)"
    }
}

extension ActuatorAction: CustomStringConvertible {
    /// `led 0 on`, `rgb 0 blink`.
    public var description: String {
        "\(Actuator(rawValue: actuator).map { "\($0)" } ?? "actuator \(actuator)") \(unit) \(pattern)"
    }
}
