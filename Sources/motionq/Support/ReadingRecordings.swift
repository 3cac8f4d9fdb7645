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

    /// Recordings for a verb that holds them.
    ///
    /// - Parameter userAcceleration: of the book's 14 columns take the acceleration without gravity.
    func readRecordings(_ paths: [String], userAcceleration: Bool) throws -> [Recording] {
        try reader(userAcceleration: userAcceleration).read(paths)
    }

    /// What reads recordings for a verb.
    func reader(userAcceleration: Bool) -> RecordingReader {
        var reader = RecordingReader()
        reader.userAccelerationOnly = userAcceleration
        reader.units = units.flatMap { RecordedUnits($0) }
        return reader
    }
}
