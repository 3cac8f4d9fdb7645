import Formatting
import WireProtocol

extension SimulatorEvent {
    /// One line of JSON, without its line feed. Every line is an object with a `type`.
    public var jsonLine: String {
        switch self {
        case .ready(let port):
            var line = JSONLine(type: "ready")
            line.add("port", port)
            return line.line
        case .hostGreeted(let session):
            var line = JSONLine(type: "host")
            line.add("state", "greeted")
            line.add("session", Int(session))
            return line.line
        case .hostLost:
            var line = JSONLine(type: "host")
            line.add("state", "lost")
            return line.line
        case .hostLeft:
            var line = JSONLine(type: "host")
            line.add("state", "left")
            return line.line
        case .session(let start): return start.jsonLine
        case .actuator(let change): return change.jsonLine
        case .failsafe(let time):
            var line = JSONLine(type: "failsafe")
            line.add("device_time_us", Int(time))
            return line.line
        case .summary(let summary): return summary.jsonLine
        }
    }

    /// One line for a person.
    public var plain: String {
        switch self {
        case .ready(let port): "ready on \(port)"
        case .hostGreeted: "a host said hello"
        case .hostLost: "the host fell silent"
        case .hostLeft: "the host said goodbye"
        case .session(let start):
            "session “\(printable(start.name))”: \(start.samples) samples at \(start.rate) Hz"
        case .actuator(let change): change.plain
        case .failsafe: "failsafe: nothing heard for 2 s, all off"
        case .summary(let summary): summary.plain
        }
    }
}

extension ActuatorChange {
    private var typeName: String {
        switch Actuator(rawValue: action.actuator) {
        case .led: "led"
        case .rgb: "rgb"
        case .buzzer: "buzzer"
        case .vibration: "vibration"
        case nil: "actuator"
        }
    }

    fileprivate var jsonLine: String {
        let isOn = action.pattern != .off
        var line = JSONLine(type: typeName)
        line.add("unit", Int(action.unit))
        line.add("on", isOn)
        line.add("level", isOn ? Int(action.level) : 0)
        if action.actuator == Actuator.rgb.rawValue {
            line.add("red", Int(action.red))
            line.add("green", Int(action.green))
            line.add("blue", Int(action.blue))
        }
        if action.actuator == Actuator.buzzer.rawValue { line.add("frequency", Int(action.frequency)) }
        line.add("blink", action.pattern == .blink)
        if action.pattern == .blink { line.add("period_ms", action.period == 0 ? 500 : Int(action.period)) }
        line.add("reason", "\(reason)")
        line.add("seq", Int(sequence))
        line.add("device_time_us", Int(time))
        return line.line
    }

    fileprivate var plain: String {
        var words = "\(typeName) \(action.unit) "
        switch action.pattern {
        case .off: words += "off"
        case .on: words += "on"
        case .blink: words += "blinking"
        }
        if action.pattern != .off {
            words += ", level \(action.level)"
            if action.actuator == Actuator.rgb.rawValue { words += ", colour \(action.red) \(action.green) \(action.blue)" }
            if action.actuator == Actuator.buzzer.rawValue, action.frequency > 0 { words += ", \(action.frequency) Hz" }
        }
        return words + " (\(reason))"
    }
}

extension SimulatorEvent.SessionStart {
    fileprivate var jsonLine: String {
        var line = JSONLine(type: "session")
        line.add("session", name)
        line.add("subject", subject ?? "")
        line.add("id", Int(id))
        line.add("samples", samples)
        line.add("rate", Double(rate))
        return line.line
    }
}

extension SimulatorSummary {
    fileprivate var jsonLine: String {
        var line = JSONLine(type: "summary")
        line.add("sessions", Int(sessions))
        line.add("samples", Int(samples))
        line.add("samples_dropped", Int(samplesDropped))
        line.add("frames", Int(frames))
        line.add("frames_received", Int(framesReceived))
        line.add("bytes", Int(link.bytes))
        line.add("bytes_damaged", Int(link.damagedBytes))
        line.add("bytes_dropped", Int(link.droppedBytes))
        line.add("bytes_inserted", Int(link.insertedBytes))
        line.add("frames_damaged", Int(link.damagedFrames))
        line.add("samples_damaged", Int(link.damagedSamples))
        line.add("failsafes", Int(failsafes))
        var byStatus = JSONLine()
        byStatus.add("ok", Int(commands.ok))
        byStatus.add("duplicate", Int(commands.duplicate))
        byStatus.add("late", Int(commands.late))
        byStatus.add("unsupported", Int(commands.unsupported))
        byStatus.add("refused", Int(commands.refused))
        line.add("commands", byStatus)
        return line.line
    }

    fileprivate var plain: String {
        "\(samples) samples in \(frames) frames and \(link.bytes) bytes, \(link.damagedFrames) frames damaged, "
            + "\(samplesDropped) samples dropped; commands: \(commands.ok) ok, \(commands.duplicate) duplicate, \(commands.late) late, "
            + "\(commands.unsupported) unsupported, \(commands.refused) refused"
    }
}
