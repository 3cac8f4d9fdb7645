import ArgumentParser
import DataSets

struct DatasetTrimVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Write a data set again, its repetitions cut at begin and end.",
        discussion: """
            What is cut off is called rest, or dropped (--drop). The options choose repetitions; without any all are trimmed. The original \
            stays as it is; all of the new folder is written, or nothing.

            \(allOptions(of: "dataset trim"))
            """)

    @OptionGroup var mending: MendingOptions
    @Option(help: "What to cut off at the beginning: seconds, or 10%.") var begin: String = "0"
    @Option(help: "What to cut off at the end: seconds, or 10%.") var end: String = "0"
    @Flag(help: "Take out what is cut off.") var drop = false

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
