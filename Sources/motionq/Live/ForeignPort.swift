import ArgumentParser
import DeviceFormats
import LiveLoop
import Transport

/// What a device of another make behind a port sends, and is told, as far as somebody says it.
struct ForeignPort: ParsableArguments {
    @OptionGroup var sent: SentFormat
    @Option(help: .rare("Columns of text lines that name none, as ax,ay,az,gx,gy,gz,time_ms.")) var columns: String?
    @Option(
        help: .rare(
            """
            Line that a text device is sent for each light and sound, as '{kind} {unit} {on}\\n'. Places: {label} {phase} \
            {kind} {unit} {state} {on} {level} {red} {green} {blue} {colour} {frequency} {milliseconds} {period}.
            """, valueName: "template"))
    var feedbackLine: String?
    @Option(help: .rare("LED n is relay n of an autopilot (MAVLink), for so many relays.")) var relays = 0
    @Flag(help: .rare("Ask an autopilot (MAVLink) for its motion, as a ground station does.")) var request = false

    func validate() throws {
        guard sent.isForeign || (columns == nil && feedbackLine == nil && relays == 0 && !request) else {
            throw ValidationError(
                "a native device says its columns itself, and takes commands; --columns, --feedback-line, --relays and --request do "
                    + "not go with --format native")
        }
        guard feedbackLine == nil || sent.mayBe(.text) else {
            throw ValidationError("--feedback-line is for text lines: --format text or auto")
        }
        guard (0...8).contains(relays) else { throw ValidationError("--relays lies between 0 and 8") }
        guard relays == 0 || sent.mayBe(.mavlink) else {
            throw ValidationError("--relays are an autopilot's: --format mavlink or auto")
        }
        guard !request || sent.mayBe(.mavlink) else {
            throw ValidationError("--request asks an autopilot: --format mavlink or auto")
        }
        _ = try options()
    }

    /// What was said when a capture was kept.
    ///
    /// - Parameter port: the capture, for messages.
    /// - Throws: a refusal, where this version does not know an option.
    static func captured(_ words: [String], in port: String) throws -> ForeignPort {
        do { return try parse(words) } catch {
            throw Refusal(
                .badData,
                "\(port) was kept with options that mean nothing here (\(words.joined(separator: " "))); say what the device "
                    + "sends, with --format")
        }
    }

    /// Whether somebody says what only text lines have: such a device is sent no greeting, whose bytes would spoil the first line
    /// that it gets.
    private var isOfLines: Bool { columns != nil || feedbackLine != nil }
    private var mayBeNative: Bool { sent.format == nil && !isOfLines }

    /// Whether anything is said of it.
    var isSaid: Bool { !allWords.isEmpty }

    /// All that is said, as it stands in a command.
    var allWords: [String] {
        var words = sent.allOptions + (columns.map { ["--columns", $0] } ?? [])
        words += feedbackLine.map { ["--feedback-line", $0] } ?? []
        if relays > 0 { words += ["--relays", "\(relays)"] }
        return words + (request ? ["--request"] : [])
    }

    /// As it stands in a command that goes on with the same device.
    var words: [String] { sent.options + (feedbackLine.map { ["--feedback-line", $0] } ?? []) }

    func options() throws -> ForeignOptions {
        var options = try sent.options(columns: columns)
        if sent.format == nil, isOfLines { options.format = .text }
        options.relays = relays
        options.requestsMotion = request
        guard let feedbackLine else { return options }
        do throws(FormatOptionError) {
            options.feedbackLine = try FeedbackTemplate(feedbackLine)
        } catch {
            throw ValidationError("--feedback-line: \(error.asCommand)")
        }
        return options
    }

    /// The port for a check-up, which opens it at one speed after the other itself.
    ///
    /// - Parameter clock: of the check-up.
    func diagnosed(_ transport: any ByteTransport, baud: Int, clock: any LiveClock) -> DiagnosedPort? {
        guard sent.isForeign, var options = try? options() else { return nil }
        options.mayBeNative = mayBeNative
        return DiagnosedPort(transport, options: options, baud: baud) { clock.microseconds() }
    }

    /// The port as a native device's.
    ///
    /// - Parameters:
    ///   - baud: the rate that it is open at.
    ///   - needsCertainUnits: whether the device waits for them; else they are assumed, and that is said.
    ///   - surroundings: where time and numbers come from.
    ///   - tell: hears what is found, in a sentence.
    ///   - open: the port, at a baud rate.
    func translated(
        _ transport: any ByteTransport, baud: Int, needsCertainUnits: Bool, in surroundings: LiveSurroundings,
        tell: @escaping (String) -> Void, open: @escaping (Int) throws(TransportError) -> any ByteTransport
    ) -> any ByteTransport {
        guard sent.isForeign, var options = try? options() else { return transport }
        options.needsCertainUnits = needsCertainUnits
        options.mayBeNative = mayBeNative
        let clock = surroundings.clock
        return TranslatedTransport(
            transport, options: options, openAt: baud, triesOtherSpeeds: sent.format == .auto, reopen: open,
            now: { clock.microseconds() }, drawSession: surroundings.drawSession, tell: { tell($0.sentence.asCommand) })
    }
}
