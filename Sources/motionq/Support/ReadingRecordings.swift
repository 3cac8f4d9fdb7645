import ArgumentParser
import Recordings

/// The units of recordings, for the verbs that read some.
struct UnitsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Units, if not g and rad/s, as m/s2,deg/s: g, mg, m/s2, apple-g; rad/s, mrad/s, deg/s, mdeg/s.", valueName: "units"))
    var units: String?

    func validate() throws {
        guard units.map({ RecordedUnits($0) != nil }) ?? true else {
            throw ValidationError(
                "--units are g, mg, m/s2 or apple-g, and rad/s, mrad/s, deg/s or mdeg/s, with a comma between them: m/s2,deg/s")
        }
    }

    /// What reads recordings in these units.
    var reader: RecordingReader {
        var reader = RecordingReader()
        reader.units = units.flatMap { RecordedUnits($0) }
        return reader
    }
}

/// Which acceleration is read, where recordings have two.
struct AccelerationOption: ParsableArguments {
    @Flag(help: .rare("Take the acceleration without gravity, where there are both.")) var userAcceleration = false
}

/// How a verb reads recordings.
struct ReadingOptions: ParsableArguments {
    @OptionGroup var recordedUnits: UnitsOption
    @OptionGroup var acceleration: AccelerationOption

    var userAcceleration: Bool { acceleration.userAcceleration }

    var reader: RecordingReader {
        var reader = recordedUnits.reader
        reader.userAccelerationOnly = userAcceleration
        return reader
    }
}
