import ArgumentParser
import Files
import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import Models
import MotionQWorkshop
import Recordings
import SignalProcessing

struct RecordVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record labelled motion from a device: it says what to do.",
        discussion: """
            Counts down to every repetition and marks each sample with its label, or with rest between. Writes a new file \
            for each person, within half a second.
            Keys: r makes the last repetition once more, p pauses, q ends; space with --label.

            \(allOptions(of: "record"))
            """)

    @OptionGroup var choice: PortChoice
    @Option(help: "Who is recorded.") var subject: String
    @Option(help: "What to do, separated by commas: the labels.") var labels: String?
    @Option(help: "One label alone; space begins and ends it.") var label: String?
    @Option(help: "How often each label is made.") var repetitions = 5
    @Flag(help: "No countdown: gestures are cut out at their pauses.") var auto = false
    @Option(help: .rare("With --auto: seconds that the shortest gesture takes.")) var shortest: Double?
    @Option(
        help: .rare(
            """
            With --auto: how gestures are cut, as segment --save wrote it. Default: by the gestures of the data set.
            """))
    var segmentSettings: InputPath?
    @Option(help: "Seconds that each takes.") var seconds = 3.0
    @Option(help: "Seconds of rest before each.") var restSeconds = 3.0
    @Option(help: .rare("What the rest between is called.")) var rest = "rest"
    @Option(name: .shortAndLong, help: "The folder of the data set; new, or with recordings.") var output = OutputPath(
        argument: "recordings")
    @Option(help: "Samples per second that the device is asked for.") var rate: Double?
    @Flag(
        help: .rare(
            """
            Also write attitude, gravity and acceleration without it; whatever reads recordings tells them itself.
            """))
    var derived = false
    @Flag(help: .rare("Also write the recording as MCAP beside it, for Foxglove and ROS 2.")) var mcap = false
    @OptionGroup var page: PageOption
    @Flag(help: .rare("Do not speak, also if espeak-ng is installed.")) var quiet = false
    @Flag(name: .shortAndLong, help: "Keep the recording without asking.") var yes = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    private static let mostRepetitions = 1000

    private var wanted: [String] {
        label.map { [$0] } ?? labels?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    func validate() throws {
        guard (labels == nil) != (label == nil) else {
            throw ValidationError("say what to record: --labels shake,chop,drive, or --label for one until a key")
        }
        guard !auto || label == nil else { throw ValidationError("--auto cuts repetitions: give their labels with --labels") }
        guard auto || (segmentSettings == nil && shortest == nil) else {
            throw ValidationError("--segment-settings and --shortest are for --auto")
        }
        guard shortest.map({ (0.2...10).contains($0) && segmentSettings == nil }) ?? true else {
            throw ValidationError("--shortest lies between 0.2 and 10, and does not go with --segment-settings")
        }
        for (name, option) in [(subject, "--subject"), (rest, "--rest")]
            + wanted.map({ ($0, label == nil ? "--labels" : "--label") })
        {
            guard RecordingFolder.isGood(name) else {
                throw ValidationError(
                    "\(option): “\(printable(name))” is no name; it has 1 to \(RecordingFolder.longestName) bytes, and no comma, slash, control character, "
                        + "dot in front or space at an end")
            }
        }
        guard Set(wanted).count == wanted.count, !wanted.contains(rest) else {
            throw ValidationError(
                "--labels names each label once, and not the rest label “\(rest)”, which is recorded between them")
        }
        guard (1...Self.mostRepetitions).contains(repetitions) else {
            throw ValidationError("--repetitions lies between 1 and \(Self.mostRepetitions)")
        }
        guard (0.2...600).contains(seconds) else { throw ValidationError("--seconds lies between 0.2 and 600") }
        guard (1...600).contains(restSeconds) else { throw ValidationError("--rest-seconds lies between 1 and 600") }
        guard rate.map({ $0 > 0 && $0 <= ModelDescription.mostRate }) ?? true else {
            throw ValidationError("--rate lies between 0 and 10000")
        }
    }

    func run() throws {
        try reportingRefusals {
            let folder = try RecordingFolder(output.path)
            let plan =
                auto
                ? RecordingPlan(
                    labels: wanted, repetitions: repetitions, cut: try settings(), rest: restSeconds, restLabel: rest)
                : RecordingPlan(
                    labels: wanted, repetitions: label == nil ? repetitions : Self.mostRepetitions,
                    seconds: label == nil ? seconds : nil, rest: restSeconds, restLabel: rest)
            let chosen = try choice.chosen(by: "record")
            var live = chosen.liveOptions
            live.rate = rate ?? folder.fit.rate
            live.cues = CueQueue()
            let options = try folder.options(plan, subject: subject, live: live, derives: derived)
            let copy = mcap ? copy(of: options.path) : nil
            try copy?.check()
            let result = try RecordSession(
                options, choice: chosen, live: live, speaks: !quiet, asks: !yes, json: json, page: page.page
            ).run()
            guard let copy, result.keeps, result.samples > 0 else { return }
            try copy.run().tell(copy.output, json: json)
        }
    }

    /// The recording as an MCAP file beside it.
    private func copy(of recording: String) -> MCAPWritingRequest {
        var request = MCAPWritingRequest(recording, output: RecordingFile.mcap(of: recording))
        // It was recorded in them.
        request.units = RecordedUnits()
        return request
    }

    /// How gestures are cut: as somebody says, or by those that the folder has of these labels, or as usual.
    private func settings() throws -> SegmentSettings {
        if let path = segmentSettings {
            let settings = try SegmentSettings(readingFileAt: path.path)
            guard settings.evidence == .motion else {
                throw Refusal(.badData, "\(path) needs a model; make settings for --auto with `motionq segment --by motion`")
            }
            return settings
        }
        if let shortest { return .motion(shortest: shortest) }
        guard FileKind(at: output.path) != nil, let paths = try? recordingFiles(at: [output.path]) else { return .motion() }
        var request = SegmentFitRequest(RecordingSource(paths: paths))
        (request.rest, request.only) = (rest, Set(wanted))
        guard let fitted = try request.fitted(), fitted.scores.passages >= Self.enough else { return .motion() }
        Output.note("cutting as fits what is there: \(fitted.sentence)")
        return fitted.settings
    }

    /// Passages to fit on.
    private static let enough = 6
}
