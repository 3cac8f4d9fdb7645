import ArgumentParser
import Formatting
import Models
import Recordings

/// The wearer of a model that was trained with `--normalise person`.
struct WearerOption: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: .rare("The wearer's recordings, in which every channel is moved through its range (train --normalise person)."))
    var wearer: [InputPath] = []

    /// The option as it was given, for a line that goes on from here.
    var words: [String] { wearer.isEmpty ? [] : ["--wearer"] + wearer.paths }

    /// The model as its wearer's own; as it is if nobody is named.
    func worn(_ model: Model) throws -> Model {
        guard !wearer.isEmpty else { return model }
        let usual = model.description.inputs.usual
        guard !usual.isEmpty else {
            throw Refusal(.usage, "--wearer is for a model trained with --normalise person; leave it out")
        }
        let found = try Wearer(readingFilesAt: recordingFiles(at: wearer.paths), usual: usual)
        if !found.still.isEmpty {
            Output.note(
                "motionq: \(found.still.map(printable).joined(separator: ", ")) hardly moved in the recordings of the wearer, and is taken "
                    + "to have the usual range")
        }
        return model.worn(in: found.ranges)
    }
}
