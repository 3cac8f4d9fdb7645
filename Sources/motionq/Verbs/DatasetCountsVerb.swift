import ArgumentParser
import Files
import Formatting
import Recordings
import Simulation

struct DatasetCountsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts",
        abstract: "Write a sensor's raw counts, for firmware without a sensor.",
        discussion: """
            Little-endian int16, sample after sample: of six axes at ±16 g and ±2000 °/s; beside other channels' counts a header in C says \
            what they are. All sessions follow each other.

            \(allOptions(of: "dataset counts"))
            """)

    @OptionGroup var replay: ReplayOptions
    @Option(name: .shortAndLong, help: "The file of counts to write.") var output: OutputPath

    func validate() throws { try replay.check() }

    func run() throws {
        try reportingRefusals {
            let recording = try replay.recorded() ?? replay.madeUp()
            let counts = SensorCounts(of: recording)
            try WholeFile.replace(fileAt: output.path, with: counts.bytes)
            Output.noteLink(output.path)
            let rate =
                recording.sessions.first?.rate.map { String(printing: " at %.4g Hz, the rate that the firmware must have", $0) }
                ?? ""
            let joints = recording.sessions.count > 1 ? "; \(recording.sessions.count) sessions follow each other" : ""
            Output.note("\(printable(output.path)): \(recording.sampleCount) samples\(rate)\(joints)")
            guard let header = counts.header else { return }
            let beside = output.path + ".h"
            try WholeFile.replace(fileAt: beside, with: Array(header.utf8))
            Output.noteLink(beside)
            Output.note("\(printable(beside)): what their \(counts.channels) channels are, in C")
        }
    }
}
