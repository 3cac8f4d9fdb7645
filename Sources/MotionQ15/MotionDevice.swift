import DeviceFormats
import Formatting
import LiveLoop
import MotionRecognition
import Transport

/// Which device a program means, and what it speaks.
///
///     for try await moment in model.moments(from: .port("/dev/ttyACM0")) { print(moment) }
public struct MotionDevice: Sendable, Equatable {
    /// The path of a serial port or a pseudo-terminal; nil: the only USB serial device that is plugged in.
    public var path: String?
    /// Bits per second of the line, more than 0; USB CDC devices ignore it.
    public var baudRate = 115_200
    /// What the device sends, as far as the program knows it.
    public var format = MotionFormat.automatic

    /// The only USB serial device that is plugged in, in the format that it is found to have.
    public static let auto = MotionDevice(path: nil)

    /// The only USB serial device that is plugged in.
    ///
    /// - Parameters:
    ///   - format: what it sends.
    ///   - baudRate: bits per second of the line, more than 0.
    public static func auto(format: MotionFormat, baudRate: Int = 115_200) -> MotionDevice {
        MotionDevice(path: nil, baudRate: baudRate, format: format)
    }

    /// The device at a port.
    ///
    /// - Parameters:
    ///   - path: of a serial port or a pseudo-terminal, such as `/dev/ttyACM0`.
    ///   - format: what it sends.
    ///   - baudRate: bits per second of the line, more than 0.
    public static func port(
        _ path: String, format: MotionFormat = .automatic, baudRate: Int = 115_200
    ) -> MotionDevice {
        MotionDevice(path: path, baudRate: baudRate, format: format)
    }

    /// Opens the port, and tells what is found out of a device of another make.
    typealias Opener = @Sendable (_ tell: @escaping (FormatNews) -> Void) throws(TransportError) -> any ByteTransport

    /// Finds the port, and what opens it whenever it is there.
    func opener() throws(MotionError) -> Opener {
        let options = try format.options()
        let choice: DeviceChoice
        do throws(TransportError) { choice = try DeviceChoice(path ?? "auto") } catch { throw MotionError(error) }
        let (baud, searches) = (baudRate, format.kind == .otherMake)
        return { tell throws(TransportError) in
            let port = try choice.open(options: PortOptions(baudRate: baud))
            guard let options else { return port }
            let clock = MonotonicClock()
            return TranslatedTransport(
                port, options: options, openAt: baud, triesOtherSpeeds: searches,
                reopen: { baud throws(TransportError) in try choice.open(options: PortOptions(baudRate: baud)) },
                now: { clock.microseconds() }, tell: tell)
        }
    }
}

/// What a device sends, as far as a program knows it; the rest is found out. docs/OTHER-DEVICES.md describes the formats.
///
///     var format = MotionFormat.text
///     format.units = "m/s2,deg/s"
public struct MotionFormat: Sendable, Equatable {
    /// What the device speaks.
    public enum Kind: Sendable, Equatable {
        /// The protocol of this package, or one of the other formats: found out at the line's speed.
        case automatic
        /// The protocol of this package, and nothing else.
        case native
        /// One of the other formats, which is found out. At a serial port other speeds are tried, too.
        case otherMake
        /// Lines of numbers, such as a sketch prints: CSV, or with a name before each number.
        case text
        /// Frames of WitMotion's sensors.
        case witMotion
        /// MAVLink 1 or 2, as autopilots send it.
        case mavLink
    }

    /// What the device speaks.
    public var kind: Kind
    /// Units of text lines, of acceleration (g, mg, m/s2) and rotation (rad/s, mrad/s, deg/s, mdeg/s), as `m/s2,deg/s`; nil: the
    /// lines say them, or the motion does, for which the board is turned once. Recognition begins when they are certain.
    public var units: String?
    /// The sensor where its counts are sent: part and ranges, as `mpu6050-8g-2000dps`.
    public var sensor: String?
    /// Samples per second, above 0 to 10,000; nil: they are counted.
    public var rate: Double?
    /// Names of the columns of text lines that name none, as `["ax", "ay", "az", "gx", "gy", "gz", "time_ms"]`, 16 at most; nil:
    /// found by their number.
    public var columns: [String]?
    /// Line that a text device is told for each light and sound, as `{kind} {unit} {on}\n`; nil: it is told nothing.
    public var feedbackLine: String?
    /// LED n of an autopilot is its relay n, for so many, 0 … 8.
    public var relays = 0
    /// Whether an autopilot that tells of no motion is asked for it.
    public var requestsMotion = false

    /// A format of which nothing else is known.
    public init(_ kind: Kind) { self.kind = kind }

    /// Found out.
    public static let automatic = MotionFormat(.automatic)
    /// The protocol of this package.
    public static let native = MotionFormat(.native)
    /// Any other than the protocol of this package; other speeds are tried, too.
    public static let otherMake = MotionFormat(.otherMake)
    /// Lines of numbers.
    public static let text = MotionFormat(.text)
    /// WitMotion's frames.
    public static let witMotion = MotionFormat(.witMotion)
    /// MAVLink.
    public static let mavLink = MotionFormat(.mavLink)

    /// What a port is translated by; nil: it speaks for itself.
    ///
    /// - Throws: what no device can have, or what does not go with its kind.
    func options() throws(MotionError) -> ForeignOptions? {
        guard kind != .native else {
            guard self == .native else {
                throw MotionError(
                    .format, "a native device says its units, rate and columns itself, and takes commands; leave them out")
            }
            return nil
        }
        var options = ForeignOptions()
        switch kind {
        case .text: options.format = .text
        case .witMotion: options.format = .witMotion
        case .mavLink: options.format = .mavLink
        case .automatic, .otherMake, .native: break
        }
        options.mayBeNative = kind == .automatic
        options.needsCertainUnits = true
        (options.rate, options.relays, options.requestsMotion) = (rate, relays, requestsMotion)
        options.columns = columns?.map { TextColumn($0) }
        if let units {
            guard let known = ForeignUnits(units) else {
                throw MotionError(
                    .format, "“units” are g, mg or m/s2, and rad/s, mrad/s, deg/s or mdeg/s, with a comma between them")
            }
            options.units = known
        }
        do throws(FormatOptionError) {
            options.scale = try sensor.map { name throws(FormatOptionError) in try SensorScale(profile: name) }
            options.feedbackLine = try feedbackLine.map { line throws(FormatOptionError) in try FeedbackTemplate(line) }
            try options.check()
        } catch {
            throw MotionError(.format, error.sentence.worded(by: FormatWording()))
        }
        return options
    }
}

/// Settings by the names that they have here, for sentences about a device of another make.
struct FormatWording: Wording {
    private static let names: [Setting: String] = [
        .baud: "baudRate", .deviceRate: "rate", .format: "kind", .profile: "sensor", .request: "requestsMotion",
    ]

    func words(for setting: Setting, value: SettingValue?) -> String {
        guard let name = Self.names[setting] else { return PlainWording().words(for: setting, value: value) }
        return "“\(name)\(value.map { ": \($0.text)" } ?? "")”"
    }

    func words(for invocation: Invocation, mentionedAs mention: Sentence.Mention) -> String {
        PlainWording().words(for: invocation, mentionedAs: mention)
    }

    func pieces(of invocation: Invocation) -> [String] { PlainWording().pieces(of: invocation) }
}
