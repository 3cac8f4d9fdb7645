import ArgumentParser
import Formatting
import Recordings

struct DatasetSynthesizeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "synthesize",
        abstract: "Write the motion of made-up people as a recording.",
        discussion: """
            They shake, chop and drive, write strokes (--strokes), live a day (--daily-life), or wear something else (--signal). The same \
            options give the same bytes.

            \(allOptions(of: "dataset synthesize"))
            """)

    @OptionGroup(title: "Made-up motion") var motion: SyntheticOptions
    @OptionGroup var acceleration: AccelerationOption
    @Option(name: .shortAndLong, help: "The recording (CSV) to write.") var output: OutputPath

    func validate() throws {
        try motion.check()
        guard !acceleration.userAcceleration || motion.canBeWithoutGravity else { throw SyntheticOptions.gesturesHaveGravity }
    }

    func run() throws {
        try reportingRefusals {
            let recording = motion.recording(hasGravity: !acceleration.userAcceleration)
            try RecordingWriter().write(recording, to: output.path)
            Output.noteLink(output.path)
            let people = Set(recording.sessions.map(\.subject)).count
            Output.note("\(printable(output.path)): \(people) made-up people, \(recording.sampleCount) samples")
        }
    }
}
