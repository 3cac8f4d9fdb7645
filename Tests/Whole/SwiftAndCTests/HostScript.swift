import Foundation
import Testing

/// A script of `vectors/behaviour/host`: what happens to a host, and what it then sends and tells its program. The format stands in
/// the README one folder up.
struct HostScript: Sendable, CustomTestStringConvertible {
    var testDescription = ""
    /// The id that the host draws when the port is opened.
    var session: UInt32 = 0
    /// The class of rest, 255 for none, and the names of all classes; none: the host has no names.
    var rest: UInt8 = 255
    var labels: [Text] = []
    /// What is looked at, besides what is told.
    var looks: Set<String> = []
    var events: [Event] = []

    struct Event: Sendable {
        /// In the file.
        var line: Int
        var time: UInt64
        var action: ScriptLine
        /// What follows, in the order of the file.
        var follow: [ScriptLine] = []
    }

    /// A line that the format does not have.
    struct Fault: Error {
        var line: Int
        var text: String
    }

    /// What a script says that it looks at.
    static let sights: Set = [
        "hello", "heartbeat", "timesync", "config", "prediction", "feedback", "labels", "goodbye", "samples",
    ]
    private static let actions: Set = [
        "open", "close", "polls", "device", "clock", "answer", "command", "ack", "rate", "decision", "goodbye",
    ]
    private static let outcomes: Set = [
        "sends", "heartbeat", "feedback", "repeats", "config", "prediction", "labels", "greeted", "samples", "lost", "repeated",
        "restarted", "clock-set", "unusable", "settled", "refused", "dropped", "says",
    ]

    static func all() throws -> [HostScript] {
        let folder = Vectors.folder.appending(path: "behaviour").appending(path: "host")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "txt" }.sorted { $0.path() < $1.path() }.map { file in
            try HostScript(String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }
    }

    init(_ text: String) throws {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let read = ScriptLine(line.prefix { $0 != "#" })
            if read.words.isEmpty { continue }
            guard readEvent(read, line: index + 1) || readOutcome(read) || readHead(read) else {
                throw Fault(line: index + 1, text: String(line))
            }
        }
    }

    private mutating func readEvent(_ line: ScriptLine, line number: Int) -> Bool {
        guard line.keyword.hasPrefix("@"), let time = UInt64(line.keyword.dropFirst()), line.words.count >= 2,
            Self.actions.contains(line.words[1]), time >= events.last?.time ?? 0
        else { return false }
        let action = ScriptLine(Array(line.words.dropFirst()), line.fields)
        events.append(Event(line: number, time: time, action: action))
        return true
    }

    private mutating func readOutcome(_ line: ScriptLine) -> Bool {
        guard !events.isEmpty, Self.outcomes.contains(line.keyword) else { return false }
        events[events.count - 1].follow.append(line)
        return true
    }

    private mutating func readHead(_ line: ScriptLine) -> Bool {
        let words = line.words.dropFirst()
        guard events.isEmpty else { return false }
        switch line.keyword {
        case "behaviour": return words == ["1"]
        case "role": return words == ["host"]
        case "title": testDescription = words.joined(separator: " ")
        case "sections": break
        case "session":
            guard let id = words.first.flatMap({ UInt32($0) }) else { return false }
            session = id
        case "labels":
            guard let code = words.first.flatMap({ UInt8($0) }) else { return false }
            rest = code
            labels = words.dropFirst().map { Text($0 == "-" ? [] : Array($0.utf8)) }
        case "looks":
            looks = Set(words)
            return looks.isSubset(of: Self.sights)
        default: return false
        }
        return true
    }
}
