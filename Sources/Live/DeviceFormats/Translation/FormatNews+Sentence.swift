public import Formatting

extension FormatNews {
    /// One sentence for a person, without a full stop.
    public var sentence: Sentence {
        switch self {
        case .counting(let format):
            "found \(format.words); how often they come is not clear yet, and counted for some seconds more (\(.deviceRate) says it)"
        case .native: "the device speaks the native protocol"
        case .trying(let baud): "nothing to read at this speed; trying \(baud) baud"
        case .nothingReadable:
            "bytes come, and none of the formats fits: text lines of numbers, WitMotion, MAVLink, native; wrong speed (\(.baud))?"
        case .textWithoutReadings(let line):
            "text comes, but no line of it is a reading yet; the first is “\(printable(line))”: \(Sentence.readableSketch)"
        case .unsure(let assumed, _):
            "its units are not certain: \(unitWords ?? ""). Turn the board once by a quarter or more, any way, or say "
                + "\(.units, .text(assumed)) if they are those"
        case .unitsCertain(let units, isChange: false): "its units are certain now: \(units)"
        case .unitsCertain(let units, isChange: true):
            "its units are \(units), as its motion shows, and not those assumed: what follows is in them, as a session of its own"
        case .otherAxes:
            "its gyroscope does not fit its accelerometer: \(axesWords ?? "") would be its gx, gy, gz; mend that in its sketch"
        case .unknownUnits: "numbers come, but \(unitWords ?? ""): say \(.profile), or \(.units)"
        case .found(let found): found.sentence(doubt: unitWords)
        case .rateChanged(let from, let to):
            "the device sends at \(Numbers.decimal(to, 1)) Hz now in place of \(Numbers.decimal(from, 1)); windows begin anew"
        case .motionless(let autopilot, isAsked: false):
            "\(autopilot.heard), but no motion: \(autopilot.remedy), or let \(.request) ask it from here"
        case .motionless(let autopilot, isAsked: true):
            "\(autopilot.heard), but no motion; it is asked for HIGHRES_IMU, SCALED_IMU and RAW_IMU"
        case .refused(let result): "the autopilot did not carry out a command: \(Self.meaning(of: result))"
        }
    }

    /// Whether the device is heard, and waits for something that a person must do or say.
    public var wantsHelp: Bool {
        switch self {
        case .nothingReadable, .textWithoutReadings, .unsure, .unknownUnits, .motionless: true
        case .counting, .found, .refused, .rateChanged, .native, .trying, .unitsCertain, .otherAxes: false
        }
    }

    /// What a MAV_RESULT above 0 means, by MAVLink's `common.xml`.
    private static func meaning(of result: UInt8) -> String {
        switch result {
        case 1: "not now"
        case 2: "denied"
        case 3: "it knows no such command, or has no such relay"
        case 4: "it failed"
        default: "result \(result)"
        }
    }
}

extension FormatNews.FeedbackWay {
    fileprivate var sentence: Sentence {
        switch self {
        case .none: "such a device takes no feedback"
        case .lines(isGiven: false):
            "it gets no feedback without \(.feedbackLine, .name("{kind} {unit} {on}\\n")) (docs/OTHER-DEVICES.md)"
        case .lines(isGiven: true): "it gets a line for each light and sound"
        case .mavLink(relays: 0, let hasTones): "it gets \(hasTones ? "tones and " : "")a colour; LEDs need \(.relays)"
        case .mavLink(let relays, let hasTones):
            "it gets \(hasTones ? "tones, " : "")a colour, and LED 0\(relays == 1 ? "" : " … \(relays - 1)") as its "
                + "relay\(relays == 1 ? "" : "s")"
        }
    }
}

extension FormatNews.Found {
    /// `text lines with acceleration and rotation at 50.0 Hz`
    public var sent: String {
        "\(format.words)\(sensor.map { " (\($0))" } ?? "") with \(channels.words) at \(Numbers.decimal(rate, 1)) Hz"
    }

    /// - Parameter doubt: of units that are assumed only.
    fileprivate func sentence(doubt: String?) -> Sentence {
        var sentence: Sentence = "found \(sent)"
        if let baud { sentence += ", at \(baud) baud (\(.baud, .text("\(baud)")) is quicker)" }
        if let units { sentence += ", in \(units)" }
        if let doubt { sentence += " (assumed: \(doubt); a turn of the board tells, or \(.units))" }
        sentence += "; \(feedback.sentence)"
        if !otherSensors.isEmpty {
            sentence += "; beside it come \(otherSensors.joined(separator: ", ")), which are left out"
        }
        return sentence
    }
}

extension ForeignReading.Channels {
    /// What a reading has.
    public var words: String {
        isSuperset(of: .all) ? "acceleration and rotation" : isSuperset(of: .acceleration) ? "acceleration" : "rotation"
    }
}
