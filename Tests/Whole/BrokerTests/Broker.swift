import Foundation
import TestSupport
import Testing

/// A mosquitto of this test's, at a port of the loopback interface, and its folder.
final class Broker {
    /// Whether `make broker-test` runs these tests, which installs what they need.
    static let isWanted = ProcessInfo.processInfo.environment["MOTIONQ_BROKER"] != nil
    static let unwanted = "needs mosquitto: make broker-test"

    let port: Int
    let folder: String
    private let settings: [String]
    private var process = Process()
    /// Whether nothing that it writes to a file arrives there.
    private let isDiskFull: Bool

    /// Starts it, on a port that was free.
    ///
    /// - Parameters:
    ///   - settings: lines of its configuration, beside those that keep what it knows over a restart.
    ///   - isDiskFull: whether nothing that it writes to a file arrives there; it keeps no log then.
    init(in folder: String, _ settings: [String] = ["allow_anonymous true"], isDiskFull: Bool = false) throws {
        self.isDiskFull = isDiskFull
        self.folder = folder
        self.settings = settings
        var port = 0
        repeat {
            port = Int.random(in: 20_000..<60_000)
            self.process = Process()
            try Self.begin(process, folder, port, settings, isDiskFull: isDiskFull)
        } while !Self.isUp(process, folder, port: isDiskFull ? port : nil)
        self.port = port
    }

    deinit { end() }

    private static func begin(
        _ process: Process, _ folder: String, _ port: Int, _ settings: [String], isDiskFull: Bool
    ) throws {
        let log = folder + "/mosquitto.log"
        try? FileManager.default.removeItem(atPath: log)
        let lines = [
            "listener \(port) 127.0.0.1", "persistence true", "persistence_location \(folder)/",
            isDiskFull ? "log_dest none" : "log_dest file \(log)",
            "log_type all", "autosave_interval 1", "autosave_on_changes true", "user \(NSUserName())", "set_tcp_nodelay true",
        ]
        try (lines + settings).joined(separator: "\n").write(toFile: folder + "/mosquitto.conf", atomically: true, encoding: .utf8)
        let words = ["/usr/sbin/mosquitto", "-c", folder + "/mosquitto.conf"]
        // A write beyond the limit fails, and ends nobody.
        let limited = ["/bin/sh", "-c", #"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#]
        let all = isDiskFull ? limited + words : words
        process.executableURL = URL(filePath: all[0])
        process.arguments = Array(all.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// - Parameter port: of one that keeps no log.
    private static func isUp(_ process: Process, _ folder: String, port: Int?) -> Bool {
        if let port {
            _ = Patience.waits { !process.isRunning || (try? told(port, "up", "", [])) == 0 }
            return process.isRunning
        }
        func log() -> String { (try? String(contentsOfFile: folder + "/mosquitto.log", encoding: .utf8)) ?? "" }
        _ = Patience.waits { !process.isRunning || log().contains("running") }
        return process.isRunning
    }

    /// Its own words about what happens.
    var log: String { (try? String(contentsOfFile: folder + "/mosquitto.log", encoding: .utf8)) ?? "" }

    /// Publishes a message, as any other client.
    func publish(_ topic: String, _ payload: String, _ words: [String] = []) throws {
        _ = try Self.told(port, topic, payload, words)
    }

    private static func told(_ port: Int, _ topic: String, _ payload: String, _ words: [String]) throws -> Int32 {
        let asking = Process()
        asking.standardError = FileHandle.nullDevice
        asking.executableURL = URL(filePath: "/usr/bin/mosquitto_pub")
        asking.arguments = ["-p", "\(port)", "-t", topic, "-m", payload] + words
        try asking.run()
        asking.waitUntilExit()
        return asking.terminationStatus
    }

    /// Neither reads nor answers, until `proceed`.
    func halt() { kill(process.processIdentifier, SIGSTOP) }
    func proceed() { kill(process.processIdentifier, SIGCONT) }

    /// Ends it without a word, as a power cut does: what begins in a thread of the tests' takes no other signal.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Forgets what it was told to keep; to be called when it has ended.
    func forget() throws { try FileManager.default.removeItem(atPath: folder + "/mosquitto.db") }

    /// Begins again at the same port, with what it knew when it was ended.
    func restart() throws {
        process = Process()
        try Self.begin(process, folder, port, settings, isDiskFull: isDiskFull)
        try #require(Self.isUp(process, folder, port: isDiskFull ? port : nil))
    }
}

/// A program of mosquitto's that listens, and whose lines are kept.
final class Subscriber {
    private let process = Process()
    private let output: URL

    /// - Parameters:
    ///   - topics: each line is a topic, a space and a message; what was kept from before has a `!` before it.
    ///   - words: further options.
    init(_ broker: Broker, topics: String, _ words: [String] = []) throws {
        output = URL(filePath: broker.folder + "/\(UUID().uuidString).lines")
        try Data().write(to: output)
        process.executableURL = URL(filePath: "/usr/bin/mosquitto_sub")
        process.arguments =
            ["-h", "127.0.0.1", "-p", "\(broker.port)", "-q", "2", "-t", topics, "-t", "ready", "-F", "%r %t %p"] + words
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What was heard: whether the broker had kept it, the topic and the message.
    var heard: [(isOld: Bool, topic: String, message: String)] {
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            // What takes back a message that was kept is empty.
            return words.count >= 2 ? (words[0] == "1", words[1], words.count == 3 ? words[2] : "") : nil
        }
    }

    /// The messages of topics that end so.
    func messages(_ ending: String) -> [String] { heard.filter { $0.topic.hasSuffix(ending) }.map(\.message) }

    /// The messages of topics that end so, as JSON.
    func objects(_ ending: String) -> [[String: Any]] {
        messages(ending).compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }
}
