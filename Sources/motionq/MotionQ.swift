import ArgumentParser
import CProgram
import Foundation
import WireProtocol

/// The command line. One file a verb in `Verbs`; this one names them.
@main
struct MotionQ: ParsableCommand {
    /// What `--version` says, and every output that names the program.
    static let version = "\(LibraryVersion.number)"

    static let configuration = CommandConfiguration(
        commandName: "motionq",
        abstract: "Motion in over a serial port, a fixed-point LSTM over overlapping windows, light and sound back.",
        discussion: """
            People's words go to the terminal; with --json, programs get JSON Lines on standard output and nothing else.
            In every verb --model names the model that is read, --data the recordings (files and folders, also gzip) and --output what \
            is written. Other names say what a recording is for and mean the same: --input, --replay, --calibrate.
            Exit codes: 0 done, 64 usage, 65 bad data, 66 no such input, 69 device not available, 70 a fault of this
            program, 74 input/output error, 130 interrupted with nothing to show for it.
            The environment's MOTIONQ_KERNEL takes other inner loops than the fastest: avx512, avx2, sse2, neon or scalar. Their bits are the same.
            """,
        version: version,
        subcommands: [
            PortsVerb.self, DoctorVerb.self, CheckVerb.self, InstallVerb.self, CalibrateVerb.self, MonitorVerb.self,
            RecordVerb.self, SimulateVerb.self, ImportVerb.self, DatasetVerb.self, SegmentVerb.self, TrainVerb.self,
            TeachVerb.self, TuneVerb.self, QuantizeVerb.self, InfoVerb.self, ClassifyVerb.self, EvaluateVerb.self,
            ExportVerb.self, BenchVerb.self, RunVerb.self, PlayVerb.self, DemoVerb.self,
        ])

    /// Parses and runs as ArgumentParser does, but for words that are no UTF-8 and for what a terminal would obey.
    static func main() {
        // A file that may not grow further is refused by the write, in a sentence.
        signal(SIGXFSZ, SIG_IGN)
        program_blocks_go_back()
        let words = CommandLineBytes.words
        do {
            var command = try parsed(words)
            // The search of a command's options costs a twentieth of a start, and most commands write no file.
            if OutputPath.isAny {
                try reportingRefusals {
                    let paths = CommandPaths(of: command)
                    try paths.requireApart()
                    try paths.requireFolders()
                }
            }
            // Nobody parses again.
            if !(command is any FollowsADevice) { program_pages_give_back(false) }
            try command.run()
        } catch {
            CommandLineBytes.exit(with: error, words: words)
        }
    }

    /// The command that these words are. The verb's own parser is asked first, which saves a tenth of a start; where that refuses
    /// them or finds a request for help, the parser of the whole command line does so in its place.
    private static func parsed(_ words: [String]) throws -> any ParsableCommand {
        if let verb = configuration.subcommands.first(where: { $0.configuration.commandName == words.first }),
            let command = try? verb.parseAsRoot(Array(words.dropFirst())), type(of: command) == verb
        {
            return command
        }
        return try parseAsRoot(words)
    }
}
