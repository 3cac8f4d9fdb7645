public import Foundation

/// The built command line, run as its users run it.
public struct Motionq {
    public let folder: URL

    /// A scratch folder that the caller removes.
    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "motionq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    public func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private var settings: [String: String] { ["XDG_CONFIG_HOME": path("settings")] }

    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Beside the test executable.
    public static let binary = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appending(
        path: "motionq")

    public struct Result: Sendable {
        public var status: Int32
        public var output: String
        public var errors: String

        /// Standard output as JSON objects; fails on anything else.
        public func objects() throws -> [[String: Any]] {
            try output.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let dictionary = object as? [String: Any] else { throw NotAnObject(line: String(line)) }
                return dictionary
            }
        }
    }

    public struct NotAnObject: Error { let line: String }

    /// Runs to the end.
    ///
    /// - Parameter environment: what is added to that of the tests.
    public func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
        let started = try start(arguments, environment: environment)
        return started.wait()
    }

    /// Runs a shell's script in the scratch folder, for what only a shell can do; `$MOTIONQ` is the command line.
    public func shell(_ script: String) throws -> Result { try startShell(script).wait() }

    /// Starts such a script in the background.
    public func startShell(_ script: String) throws -> Running {
        let shell = URL(filePath: "/bin/sh")
        let words = ["-c", "cd \"$0\" && \(script)", folder.path]
        let environment = settings.merging(["MOTIONQ": Motionq.binary.path]) { $1 }
        return try Running(shell, arguments: words, environment: environment, folder: folder, terminal: nil)
    }

    /// Starts in the background.
    ///
    /// - Parameters:
    ///   - terminal: standard output, if it is no file.
    ///   - input: standard input, if there is any.
    public func start(
        _ arguments: [String], environment: [String: String] = [:], terminal: FileHandle? = nil, input: FileHandle? = nil
    ) throws -> Running {
        // What it keeps of devices is this test's alone.
        var environment = environment.merging(settings) { given, _ in given }
        // A terminal that obeys, whatever the tests themselves run on.
        if terminal != nil { environment.merge(["TERM": "xterm-256color", "NO_COLOR": ""]) { given, _ in given } }
        return try Running(
            Motionq.binary, arguments: arguments, environment: environment, folder: folder, terminal: terminal, input: input)
    }

    /// A process of this test.
    public final class Running {
        private let process = Process()
        private let output: URL
        private let errors: URL

        init(
            _ program: URL, arguments: [String], environment: [String: String], folder: URL, terminal: FileHandle?,
            input: FileHandle? = nil
        ) throws {
            let name = UUID().uuidString
            output = folder.appending(path: "\(name).out")
            errors = folder.appending(path: "\(name).err")
            for file in [output, errors] { try Data().write(to: file) }
            process.executableURL = program
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = input ?? FileHandle.nullDevice
            process.standardOutput = try terminal ?? FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        }

        deinit {
            if process.isRunning { process.terminate() }
        }

        public var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
        /// Standard error.
        public var notes: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }
        /// The end of what it has written to standard output, in so many bytes at most.
        public func tail(_ bytes: Int) -> String {
            guard let file = try? FileHandle(forReadingFrom: output), let end = try? file.seekToEnd() else { return "" }
            defer { try? file.close() }
            try? file.seek(toOffset: end - min(end, UInt64(bytes)))
            return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
        }
        public var isRunning: Bool { process.isRunning }
        public var id: Int32 { process.processIdentifier }

        public func interrupt() { process.interrupt() }
        public func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }
        public func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

        /// Waits until standard output holds a text so many times.
        ///
        /// - Parameter seconds: the limit, for tests with an emulated board; see `Patience`.
        /// - Returns: false if it never did.
        public func waits(for needle: String, times: Int = 1, seconds: Double = Patience.seconds) -> Bool {
            waits(seconds) { text.components(separatedBy: needle).count > times }
        }

        /// Waits until standard error holds a text.
        ///
        /// - Parameter seconds: the limit, for tests with an emulated board; see `Patience`.
        /// - Returns: false if it never did.
        public func waits(forNote needle: String, seconds: Double = Patience.seconds) -> Bool {
            waits(seconds) { notes.contains(needle) }
        }

        /// A program that has ended says nothing more.
        private func waits(_ seconds: Double, until isSaid: () -> Bool) -> Bool {
            Patience.waits(seconds) { isSaid() || !isRunning } && isSaid()
        }

        /// Waits until it has gone to sleep so many times more: it goes round a loop that waits. Where the system does not tell, at
        /// once.
        ///
        /// - Returns: false if it never did.
        public func rounds(_ times: Int) -> Bool {
            guard let before = sleeps else { return true }
            return Patience.waits { !isRunning || (sleeps ?? 0) >= before + times } && isRunning
        }

        /// How often its first thread has given up the processor to wait.
        private var sleeps: Int? {
            let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return line.flatMap { Int($0.filter(\.isNumber)) }
        }

        /// Ends it as Ctrl-C does, and waits for that.
        @discardableResult
        public func end() -> Result {
            interrupt()
            return wait()
        }

        /// Waits for the end, and kills what does not come to it.
        public func wait() -> Result {
            if !Patience.waits(until: { !process.isRunning }) { kill() }
            process.waitUntilExit()
            return Result(status: process.terminationStatus, output: text, errors: notes)
        }
    }
}
