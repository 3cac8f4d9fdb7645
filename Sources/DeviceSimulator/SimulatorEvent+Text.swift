import WireProtocol

extension SimulatorEvent {
    /// One line of JSON, without its line feed. Every line is an object with a `type`.
    public var jsonLine: String {
        switch self {
        case .ready(let port): #"{"type":"ready","port":\#(JSON.string(port))}"#
        case .hostGreeted(let session): #"{"type":"host","state":"greeted","session":\#(session)}"#
        case .hostLost: #"{"type":"host","state":"lost"}"#
        case .session(let start):
            #"{"type":"session","session":\#(JSON.string(start.name)),"subject":\#(JSON.string(start.subject)),"#
                + #""id":\#(start.id),"samples":\#(start.samples),"rate":\#(start.rate)}"#
        case .actuator(let change): change.jsonLine
        case .failsafe(let time): #"{"type":"failsafe","device_time_us":\#(time)}"#
        case .summary(let summary): summary.jsonLine
        }
    }

    /// One line for a person.
    public var plain: String {
        switch self {
        case .ready(let port): "ready on \(port)"
        case .hostGreeted: "a host said hello"
        case .hostLost: "the host fell silent"
        case .session(let start):
            "session “\(JSON.printable(start.name))”: \(start.samples) samples at \(start.rate) Hz"
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
        var line = #"{"type":"\#(typeName)","unit":\#(action.unit),"on":\#(isOn),"level":\#(isOn ? action.level : 0),"#
        if action.actuator == Actuator.rgb.rawValue {
            line += #""red":\#(action.red),"green":\#(action.green),"blue":\#(action.blue),"#
        }
        if action.actuator == Actuator.buzzer.rawValue { line += #""frequency":\#(action.frequency),"# }
        line += #""blink":\#(action.pattern == .blink),"#
        if action.pattern == .blink { line += #""period_ms":\#(action.period == 0 ? 500 : action.period),"# }
        return line + #""reason":"\#(reason)","seq":\#(sequence),"device_time_us":\#(time)}"#
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

extension SimulatorSummary {
    fileprivate var jsonLine: String {
        #"{"type":"summary","sessions":\#(sessions),"samples":\#(samples),"samples_dropped":\#(samplesDropped),"#
            + #""frames":\#(frames),"frames_received":\#(framesReceived),"bytes":\#(link.bytes),"#
            + #""bytes_damaged":\#(link.damagedBytes),"bytes_dropped":\#(link.droppedBytes),"#
            + #""bytes_inserted":\#(link.insertedBytes),"frames_damaged":\#(link.damagedFrames),"#
            + #""samples_damaged":\#(link.damagedSamples),"failsafes":\#(failsafes),"#
            + #""commands":{"ok":\#(commands.ok),"duplicate":\#(commands.duplicate),"late":\#(commands.late),"#
            + #""unsupported":\#(commands.unsupported),"refused":\#(commands.refused)}}"#
    }

    fileprivate var plain: String {
        "\(samples) samples in \(frames) frames and \(link.bytes) bytes, \(link.damagedFrames) frames damaged, "
            + "\(samplesDropped) samples dropped; commands: \(commands.ok) ok, \(commands.duplicate) duplicate, \(commands.late) late, "
            + "\(commands.unsupported) unsupported, \(commands.refused) refused"
    }
}

/// The little of JSON that is written here.
private enum JSON {
    static func string(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.properties.generalCategory == .control: quoted += escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Text with its control characters escaped, for a terminal.
    static func printable(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control {
                shown += escape(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
