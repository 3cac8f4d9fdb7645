import ArgumentParser
import DeviceFormats
import LivePipeline
import Presentation
import Transport

/// What a device of another make sends, as far as somebody says it.
struct ForeignPort: ParsableArguments {
    @Option(
        help: """
            What the device speaks: native; text (lines of numbers, as a sketch prints them), witmotion or mavlink (MAVLink 2); auto finds \
            out, at all usual baud rates.
            """)
    var format: Format = .native
    @Option(
        help: "Units of text lines: g, mg or m/s2, and rad/s, mrad/s or deg/s, as m/s2,deg/s. Default: by what motion can be.")
    var deviceUnits: String?
    @Option(help: "The sensor, where counts are sent: part, range of acceleration, range of rotation, as mpu6050-8g-2000dps.")
    var profile: String?
    @Option(help: "Columns of text lines that name none, separated by commas: ax … gz, time_ms, time_us, others.")
    var columns: String?
    @Option(help: "Samples per second of a device that does not say so. Default: they are counted.") var deviceRate: Double?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case native, auto, text, witmotion, mavlink

        var foreign: ForeignFormat? { ForeignFormat(rawValue: rawValue) }
    }

    /// Baud rates that are tried after the one that is given.
    private static let bauds = [115_200, 9600, 230_400, 57_600, 38_400, 19_200, 460_800, 921_600]

    func validate() throws {
        let given = [deviceUnits, profile, columns].contains { $0 != nil } || deviceRate != nil
        guard format != .native || !given else {
            throw ValidationError(
                "a native device says its units, columns and rate itself; --device-units, --profile, --columns and --device-rate go with "
                    + "--format")
        }
        guard deviceRate.map({ $0 > 0 && $0 <= 10_000 }) ?? true else {
            throw ValidationError("--device-rate lies above 0 and is at most 10000")
        }
        _ = try options()
    }

    func options() throws -> ForeignOptions {
        var options = ForeignOptions()
        options.format = format.foreign
        options.rate = deviceRate
        if let deviceUnits {
            guard let units = ForeignUnits(deviceUnits) else {
                throw ValidationError("--device-units are g, mg or m/s2, and rad/s, mrad/s or deg/s, with a comma between them")
            }
            options.units = units
        }
        if let profile {
            do throws(ProfileError) {
                options.scale = try SensorScale(profile: profile)
            } catch {
                throw ValidationError("\(error)")
            }
        }
        if let columns { options.columns = try Self.columns(columns) }
        return options
    }

    private static func columns(_ text: String) throws -> [TextColumn] {
        let columns = try commaSeparated(text, "--columns").map { TextColumn($0) }
        let channels = columns.compactMap { if case .channel(let channel) = $0 { channel } else { nil } }
        guard Set(channels).count == channels.count, Set(channels).isSuperset(of: 0..<3) || Set(channels).isSuperset(of: 3..<6),
            columns.count <= TextLineDecoder.mostColumns
        else {
            throw ValidationError("--columns names ax, ay and az, or gx, gy and gz, or all six, each once, of 16 columns at most")
        }
        return columns
    }

    /// The port as a native device's.
    ///
    /// - Parameters:
    ///   - hasBaudRate: whether the port is a serial one.
    ///   - open: the port, at a baud rate.
    func translated(
        _ transport: any ByteTransport, baud: Int, hasBaudRate: Bool,
        open: @escaping (Int) throws(TransportError) -> any ByteTransport
    ) -> any ByteTransport {
        guard format != .native, let options = try? options() else { return transport }
        let clock = MonotonicClock()
        let others = hasBaudRate && format == .auto ? Self.bauds.filter { $0 != baud } : []
        return TranslatedTransport(
            transport, options: options, bauds: others, reopen: open, now: { clock.microseconds() }, tell: { Output.note($0.words) }
        )
    }
}

extension FormatNews {
    /// A line for a person.
    var words: String {
        switch self {
        case .native: "the device speaks the native protocol"
        case .trying(let baud): "nothing to read at this speed; trying \(baud) baud"
        case .nothingReadable:
            "bytes come, and none of the formats fits: text lines of numbers, WitMotion, MAVLink 2, native; wrong speed (--baud)?"
        case .unknownUnits(let median):
            "lines of numbers, but an acceleration of \(Numbers.decimal(median, 1)) is gravity in no unit: say --profile, or --device-units"
        case .found(let found):
            "found \(found.format.words) with \(found.channels.words) at \(Numbers.decimal(found.rate, 1)) Hz"
                + (found.units.map { ", in \($0)" } ?? "")
                + (found.areUnitsGuessed ? " (by what motion can be; --device-units says)" : "")
                + "; such a device takes no feedback"
        }
    }
}

extension ForeignReading.Channels {
    fileprivate var words: String {
        isSuperset(of: .all) ? "acceleration and rotation" : isSuperset(of: .acceleration) ? "acceleration" : "rotation"
    }
}
