import ArgumentParser
import Formatting
import Recordings
import Simulation

/// The motion that a device would send, or its counts: recordings, or where none is named, made-up motion.
struct ReplayOptions: ParsableArguments {
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them. Default: made-up motion.")
    var data: [InputPath] = []
    @OptionGroup var reading: ReadingOptions
    @OptionGroup(title: "Made-up motion") var motion: SyntheticOptions

    /// Whether the acceleration has gravity removed, that of recordings or of made-up strokes and daily life.
    var userAcceleration: Bool { reading.userAcceleration }

    func check() throws {
        try motion.check()
        guard !userAcceleration || !data.isEmpty || motion.canBeWithoutGravity else { throw SyntheticOptions.gesturesHaveGravity }
    }

    /// All recordings as one; nil where none is named.
    func recorded() throws -> Recording? {
        let files = try recordingFiles(at: data.paths)
        guard let first = files.first else { return nil }
        let reader = reading.reader
        // What was recorded without gravity are six axes.
        let recordings = try (userAcceleration ? reader : reader.takingCommonChannels(of: files)).read(files)
        let recording = Recording(path: first, sessions: recordings.flatMap(\.sessions))
        if let problem = recording.sessions.first?.channels.deviceProblem {
            throw Refusal(.badData, "\(printable(first)) cannot be a device's: \(problem)")
        }
        return recording
    }

    /// The motion of made-up people.
    func madeUp() -> Recording { motion.recording(hasGravity: !userAcceleration) }
}
