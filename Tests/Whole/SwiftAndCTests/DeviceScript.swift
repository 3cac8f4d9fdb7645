import Foundation
import Testing

/// A script of `vectors/behaviour`: what happens to a device, and what it does then. The format stands in the README beside them.
struct DeviceScript: Sendable, CustomTestStringConvertible {
    var testDescription = ""
    var board = ScriptedBoard()
    var events: [Event] = []

    /// Something that happens to the device, and all that follows from it.
    struct Event: Sendable {
        /// In the file.
        var line: Int
        var time: UInt64
        /// Nil: it boots, or its flash changes.
        var action: DeviceStep.Action?
        /// Whether its flash can be erased and written from now on; nil: as before.
        var flashWorks: Bool?
        /// Frames that the line takes from now on; nil: as before.
        var room: Int?
        var bytes: [UInt8] = []
        var changes: [Change] = []
    }

    /// What an actuator does from now on. What is nil is not looked at.
    struct Change: Sendable, Equatable {
        var actuator: UInt8
        var unit: UInt8
        var pattern: UInt8
        var level: UInt8?
        var colour: [UInt8]?
        var frequency: UInt16?
        var period: UInt16?
    }

    /// A line that the format does not have.
    struct Fault: Error {
        var line: Int
        var text: String
    }

    static func all() throws -> [DeviceScript] {
        let folder = Vectors.folder.appending(path: "behaviour")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "txt" }.sorted { $0.path() < $1.path() }.map { file in
            try DeviceScript(String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }
    }

    init(_ text: String) throws {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            guard let keyword = words.first else { continue }
            let isRead =
                keyword.hasPrefix("@") ? readEvent(words, line: index + 1) : readStatement(keyword, Array(words.dropFirst()))
            guard isRead else { throw Fault(line: index + 1, text: String(line)) }
        }
    }

    private mutating func readStatement(_ keyword: String, _ words: [String]) -> Bool {
        switch keyword {
        case "behaviour": return words == ["1"]
        case "title": testDescription = words.joined(separator: " ")
        case "sections": break
        case "units": board.units = words.compactMap(UInt8.init)
        case "capabilities": board.capabilities = words.first.flatMap(number) ?? 0
        case "rate": board.rate = words.first.flatMap(Float.init) ?? 0
        case "rates": board.rates = words.compactMap(Float.init)
        case "sessions": board.sessions = words.compactMap(number)
        case "slot": board.slot = words.first.flatMap { Int($0) }
        case "network": board.network = words.first.flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? 0
        case "channel":
            guard let channel = Channels.Channel(words) else { return false }
            board.described.append(channel)
        case "out":
            guard !events.isEmpty, let hex = words.first.flatMap({ Hex($0) }) else { return false }
            events[events.count - 1].bytes += hex.bytes
        case "does":
            guard !events.isEmpty, let change = Change(words) else { return false }
            events[events.count - 1].changes.append(change)
        default: return false
        }
        return true
    }

    private mutating func readEvent(_ words: [String], line: Int) -> Bool {
        guard words.count >= 2, let time = UInt64(words[0].dropFirst()) else { return false }
        var event = Event(line: line, time: time)
        let rest = words.dropFirst(2)
        let numbers = rest.compactMap { Int($0) }
        switch words[1] {
        case "boot": break
        case "poll": event.action = .poll
        case "host":
            guard let hex = rest.first.flatMap({ Hex($0) }) else { return false }
            event.action = .bytes(hex.bytes)
        case "sample": event.action = .sample(numbers.map { Int16($0) }, taken: time)
        case "room":
            event.room = rest.first.flatMap { Int($0) } ?? .max
            event.action = .port(0)
        case "flash": event.flashWorks = rest.first == "works"
        case "missed" where numbers.count == 1: event.action = .missed(UInt16(numbers[0]))
        case "health" where numbers.count == 2:
            event.action = .health(Heartbeat.Health(battery: UInt8(numbers[0]), temperature: Int16(numbers[1])))
        default: return false
        }
        events.append(event)
        return true
    }
}

private func number(_ word: String) -> UInt32? {
    word.hasPrefix("0x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word)
}

extension DeviceScript.Change {
    private static let kinds = ["led", "rgb", "buzzer", "vibration"]
    private static let patterns = ["off", "on", "blink"]

    /// `led 0 on level=255` and so on.
    init?(_ words: [String]) {
        guard words.count >= 3, let kind = Self.kinds.firstIndex(of: words[0]), let unit = UInt8(words[1]),
            let pattern = Self.patterns.firstIndex(of: words[2])
        else { return nil }
        self.init(actuator: UInt8(kind + 1), unit: unit, pattern: UInt8(pattern))
        for word in words.dropFirst(3) {
            let parts = word.split(separator: "=")
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "level": level = UInt8(parts[1])
            case "colour": colour = parts[1].split(separator: ",").compactMap { UInt8($0) }
            case "frequency": frequency = UInt16(parts[1])
            case "period": period = UInt16(parts[1])
            default: return nil
            }
        }
    }

    /// What a device did, as far as it is looked at here.
    func seen(in command: Feedback) -> Self {
        Self(
            actuator: command.actuator, unit: command.unit, pattern: command.pattern, level: level.map { _ in command.level },
            colour: colour.map { _ in [command.red, command.green, command.blue] },
            frequency: frequency.map { _ in command.frequency }, period: period.map { _ in command.period })
    }
}

extension Channels.Channel {
    /// `0x10 1 0.25 0 4 0 - left.ax`: kind, unit, scale, offset, full scale, rate, unit text and name.
    fileprivate init?(_ words: [String]) {
        let reals = words.dropFirst(2).prefix(4).compactMap { Float($0) }
        guard words.count == 8, let kind = number(words[0]), let unit = number(words[1]), reals.count == 4 else { return nil }
        let texts = words.suffix(2).map { Text($0 == "-" ? [] : Array($0.utf8)) }
        self.init(
            kind: UInt8(kind), unit: UInt8(unit), scale: F32(reals[0]), offset: F32(reals[1]), fullScale: F32(reals[2]),
            rate: F32(reals[3]), unitText: texts[0], name: texts[1])
    }
}
