import ArgumentParser
import Files
import Formatting

/// What is kept of a port, and how a kept one is played.
struct CaptureOptions: ParsableArguments {
    @Option(help: .rare("Keep every byte of both directions in this new file, for a bug report.")) var capture: OutputPath?
    @Option(help: .rare("With --port capture:FILE: times the captured speed. Default: as fast as it goes.")) var replaySpeed:
        Double?

    func validate() throws {
        if let capture { try Self.requireNew(capture) }
        guard replaySpeed.map({ $0 > 0 && $0 <= 1000 }) ?? true else {
            throw ValidationError("--replay-speed lies above 0 and is at most 1000")
        }
    }

    /// Refuses a file that is there.
    static func requireNew(_ capture: OutputPath) throws {
        guard FileKind(at: capture.path) == nil else {
            throw ValidationError("\(printable(capture.path)) is there already; --capture writes a new file")
        }
    }

    /// Refuses what does not go with these ports.
    func check(_ ports: [String]) throws {
        let replayed = ports.filter { PortScene.captured($0) != nil }
        guard ports.count <= 1 || (capture == nil && replayed.isEmpty) else {
            throw ValidationError("a capture is of one device: name one --port")
        }
        guard capture == nil || replayed.isEmpty else {
            throw ValidationError("a capture that is replayed is there already: leave --capture out")
        }
        guard replaySpeed == nil || !replayed.isEmpty else {
            throw ValidationError("--replay-speed is for --port capture:FILE")
        }
    }

    /// In what a device at a port is followed.
    ///
    /// - Parameter verb: that follows it.
    /// - Throws: a capture that cannot be read, or not be made.
    func scene(_ port: String, _ manner: PortManner, verb: String) throws -> PortScene {
        if let path = PortScene.captured(port) { return try PortScene(replaying: path, speed: replaySpeed) }
        guard let capture else { return PortScene() }
        return try PortScene(keepingIn: capture.path, baud: manner.baud, said: manner.foreign.allWords, verb: verb)
    }
}
