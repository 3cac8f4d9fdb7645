import ArgumentParser
import DeviceFormats
import MotionQWorkshop

/// What a device of another make sends, as far as somebody says it.
struct SentFormat: ParsableArguments {
    @Option(help: "What the device speaks, as text for lines of numbers. Default: found out.") var format: Format?
    @OptionGroup var said: UnitsOption
    @Option(help: .rare("The sensor, where counts are sent: part and ranges, as mpu6050-8g-2000dps.")) var profile: String?
    @Option(help: .rare("Samples per second of a device that does not say so.")) var deviceRate: Double?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case native, auto, text, witmotion, mavlink

        var foreign: ForeignFormat? { ForeignFormat(rawValue: rawValue) }
    }

    /// Whether another protocol than ours is meant, or may be.
    var isForeign: Bool { format != .native }

    /// Whether this one may be meant.
    func mayBe(_ other: Format) -> Bool { format == nil || format == .auto || format == other }

    /// As it stands in a command that goes on with the same device.
    var options: [String] {
        (format.map { isForeign ? ["--format", $0.rawValue] : [] } ?? []) + (said.units.map { ["--units", $0] } ?? [])
    }

    /// All that is said, as it stands in a command.
    var allOptions: [String] {
        var words = (format.map { ["--format", $0.rawValue] } ?? []) + (said.units.map { ["--units", $0] } ?? [])
        words += profile.map { ["--profile", $0] } ?? []
        return words + (deviceRate.map { ["--device-rate", "\($0)"] } ?? [])
    }

    func validate() throws {
        guard isForeign || ([said.units, profile].allSatisfy { $0 == nil } && deviceRate == nil) else {
            throw ValidationError(
                "a native device says its units and rate itself; --units, --profile and --device-rate do not go with --format native"
            )
        }
        var options = ForeignOptions()
        options.rate = deviceRate
        try refusing(options.check)
    }

    /// As a device may have them; `said` refuses what no unit is.
    private var units: ForeignUnits? { said.units.flatMap { ForeignUnits($0) } }

    /// Refuses units that recordings may have, and no device.
    func requireUnitsOfDevice() throws {
        guard said.units == nil || units != nil else {
            throw ValidationError(
                "a device's --units are g, mg or m/s2, and rad/s, mrad/s, deg/s or mdeg/s, with a comma between them")
        }
    }

    /// - Parameter columns: of text lines, separated by commas.
    func options(columns: String?) throws -> ForeignOptions {
        var options = ForeignOptions()
        options.format = format?.foreign
        options.rate = deviceRate
        if let units { options.units = units }
        if let profile {
            do throws(FormatOptionError) {
                options.scale = try SensorScale(profile: profile)
            } catch {
                throw ValidationError(error.asCommand)
            }
        }
        options.columns = try columns.map { try commaSeparated($0, "--columns").map { TextColumn($0) } }
        try refusing(options.check)
        return options
    }
}
