import ArgumentParser
import DeviceFormats
import MotionQWorkshop

/// What a device of another make sends, as far as somebody says it.
struct SentFormat: ParsableArguments {
    @Option(
        help: """
            What the device speaks: native; text (lines of numbers, as a sketch prints them), witmotion or mavlink; auto finds \
            out, of a port at all usual baud rates. Default: native, or what is heard at --baud; of files, tables.
            """)
    var format: Format?
    @Option(
        help: """
            Units of text lines: g, mg or m/s2, and rad/s, mrad/s, deg/s or mdeg/s, as m/s2,deg/s. Default: as the lines say, or the \
            motion.
            """)
    var deviceUnits: String?
    @Option(help: "The sensor, where counts are sent: part, range of acceleration, range of rotation, as mpu6050-8g-2000dps.")
    var profile: String?
    @Option(help: "Samples per second of a device that does not say so. Default: they are counted, which needs a port.")
    var deviceRate: Double?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case native, auto, text, witmotion, mavlink

        var foreign: ForeignFormat? { ForeignFormat(rawValue: rawValue) }
    }

    /// Whether another protocol than ours is meant, or may be.
    var isForeign: Bool { format != .native }

    /// Whether this one may be meant.
    func mayBe(_ other: Format) -> Bool { format == nil || format == .auto || format == other }

    /// As it stands in a command that goes on with the same device.
    var options: [String] { format.map { isForeign ? ["--format", $0.rawValue] : [] } ?? [] }

    func validate() throws {
        guard isForeign || ([deviceUnits, profile].allSatisfy { $0 == nil } && deviceRate == nil) else {
            throw ValidationError(
                "a native device says its units and rate itself; --device-units, --profile and --device-rate do not go with --format native"
            )
        }
        var options = ForeignOptions()
        options.rate = deviceRate
        try refusing(options.check)
    }

    /// - Parameter columns: of text lines, separated by commas.
    func options(columns: String?) throws -> ForeignOptions {
        var options = ForeignOptions()
        options.format = format?.foreign
        options.rate = deviceRate
        if let deviceUnits {
            guard let units = ForeignUnits(deviceUnits) else {
                throw ValidationError(
                    "--device-units are g, mg or m/s2, and rad/s, mrad/s, deg/s or mdeg/s, with a comma between them")
            }
            options.units = units
        }
        if let profile {
            do throws(ProfileError) {
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
