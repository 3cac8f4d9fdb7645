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
        abstract: "Motion sensor in, a fixed-point LSTM, light and sound back.",
        discussion: """
            --model is the model that is read, --data the recordings (files and folders, also gzip), --output what is written.
            With --json, programs get JSON Lines on standard output and nothing else.
            Exit codes: 0 done, 64 usage, 65 bad data, 66 no such input, 69 no device, 70 a fault of this program, \
            74 input/output error, 130 interrupted.
            MOTIONQ_KERNEL in the environment chooses the inner loops (avx512, avx2, sse2, neon, scalar); the bits are the same.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Device",
                subcommands: [
                    PortsVerb.self, DoctorVerb.self, MonitorVerb.self, CalibrateVerb.self, CheckVerb.self, InstallVerb.self,
                ]),
            CommandGroup(name: "Data", subcommands: [RecordVerb.self, DatasetVerb.self, SegmentVerb.self]),
            CommandGroup(
                name: "Model",
                subcommands: [
                    TrainVerb.self, TeachVerb.self, TuneVerb.self, ImportVerb.self, QuantizeVerb.self, InfoVerb.self,
                    EvaluateVerb.self, ClassifyVerb.self, ExportVerb.self, BenchVerb.self,
                ]),
            CommandGroup(name: "Live", subcommands: [RunVerb.self, PlayVerb.self, PageVerb.self, BridgeVerb.self, FleetVerb.self]),
            CommandGroup(name: "Simulation", subcommands: [DemoVerb.self, SimulateVerb.self]),
        ])

    /// Parses and runs as ArgumentParser does, but for words that are no UTF-8 and for what a terminal would obey.
    static func main() {
        // A file that may not grow further is refused by the write, in a sentence.
        signal(SIGXFSZ, SIG_IGN)
        program_blocks_go_back()
        let words = PageOption.completed(OlderNames.replaced(in: CommandLineBytes.words))
        do {
            var command = try parsed(completed(words))
            // The search of a command's options costs a twentieth of a start, and most commands write no file.
            if OutputPath.isAny {
                try reportingRefusals {
                    let paths = CommandPaths(of: command)
                    try paths.requireApart()
                    try paths.requireFolders()
                }
            }
            try command.run()
        } catch {
            CommandLineBytes.exit(with: error, words: words)
        }
    }

    /// With the options of a recipe, if one is named.
    private static func completed(_ words: [String]) throws -> [String] {
        guard words.first == TrainVerb.configuration.commandName else { return words }
        var completed = words
        try reportingRefusals { completed = try Recipe.completed(words) }
        return completed
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
