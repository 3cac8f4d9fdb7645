// Messages in the words of the scripts of the host's role.

extension Feedback {
    private static let kinds = ["led", "rgb", "buzzer", "vibration"]
    private static let patterns = ["off", "on", "blink"]

    /// What a program asks for: `led 0 on`, and the fields of the line.
    init?(_ action: ScriptLine, _ words: [String]) {
        guard words.count == 3, let kind = Self.kinds.firstIndex(of: words[0]), let unit = UInt8(words[1]),
            let pattern = Self.patterns.firstIndex(of: words[2]), let timeToLive = action.number("ttl")
        else { return nil }
        let colour = action.fields["colour"]?.split(separator: ",").compactMap { UInt8($0) } ?? [0, 0, 0]
        guard colour.count == 3 else { return nil }
        self.init(
            sequence: 0, issued: 0, timeToLive: UInt16(timeToLive), actuator: UInt8(kind + 1), unit: unit, pattern: UInt8(pattern),
            level: UInt8(action.number("level") ?? 255), red: colour[0], green: colour[1], blue: colour[2],
            frequency: UInt16(action.number("frequency") ?? 0), duration: UInt16(action.number("duration") ?? 0),
            period: UInt16(action.number("period") ?? 0))
    }

    /// As it was sent, under the command's name in the script.
    func line(_ name: String) -> ScriptLine {
        let isKnown = (1...4).contains(actuator) && pattern <= 2
        let words = isKnown ? [Self.kinds[Int(actuator) - 1], String(unit), Self.patterns[Int(pattern)]] : ["unknown"]
        return ScriptLine(
            ["feedback", name] + words,
            [
                "issued": String(issued), "ttl": String(timeToLive), "level": String(level), "colour": "\(red),\(green),\(blue)",
                "frequency": String(frequency), "duration": String(duration), "period": String(period),
            ])
    }
}

extension Prediction {
    /// Window end, last index, class, phase, confidence, slot, windows before.
    init?(_ words: [String]) {
        let numbers = words.compactMap { UInt32($0) }
        guard numbers.count == 7 else { return nil }
        self.init(
            windowEnd: numbers[0], lastIndex: UInt16(numbers[1]), class: UInt8(numbers[2]), phase: UInt8(numbers[3]),
            confidence: UInt16(numbers[4]), windowSlot: UInt8(numbers[5]), windowsBefore: UInt8(numbers[6]))
    }

    var line: ScriptLine {
        let numbers = [windowEnd, UInt32(lastIndex), UInt32(`class`), UInt32(phase), UInt32(confidence)]
        return ScriptLine(["prediction"] + (numbers + [UInt32(windowSlot), UInt32(windowsBefore)]).map(String.init))
    }
}
