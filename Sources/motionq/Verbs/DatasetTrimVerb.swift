import ArgumentParser
import DataSets

struct DatasetTrimVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Write a data set again with the beginning and the end of its repetitions cut off.",
        discussion: """
            A repetition is a stretch of one label that does not mean rest. What is cut off gets the rest label, or is dropped (--drop). The \
            options choose repetitions of which something lies in them; without any all are trimmed. One that is no longer than what would be \
            cut off stays as it is. The original stays as it is, too. All of the new folder is written, or nothing.
            """)

    @OptionGroup var mending: MendingOptions
    @Option(help: "What to cut off where one begins: seconds as 0.2, or a share as 10%.") var begin: String = "0"
    @Option(help: "What to cut off where one ends: seconds as 0.2, or a share as 10%.") var end: String = "0"
    @Flag(help: "Take out what is cut off; what follows becomes a session of its own.") var drop = false

    func validate() throws {
        for (name, text) in [("--begin", begin), ("--end", end)] where TrimLength(text) == nil {
            throw ValidationError("\(name) is a number of seconds, as 0.2, or a share, as 10%")
        }
        guard lengths.contains(where: { $0 != .seconds(0) && $0 != .share(0) }) else {
            throw ValidationError("say what to cut off: --begin and --end, in seconds as 0.2, or as a share, as 10%")
        }
        if let rest = mending.input.rest, !drop { try requireLabel(rest, "--rest") }
    }

    func run() throws {
        try reportingRefusals {
            try mending.mend("trimmed") { survey in
                .trim(begin: lengths[0], end: lengths[1], rest: drop ? nil : try survey.restLabel(mending.input.rest))
            }
        }
    }

    private var lengths: [TrimLength] { [begin, end].map { TrimLength($0) ?? .seconds(0) } }
}
