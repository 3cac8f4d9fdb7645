import DeviceFormats
import DeviceTools
import Formatting
import Transport

/// A port behind which a device of another make is looked for: what is heard of it becomes findings.
final class DiagnosedPort: InterpretingPort {
    private final class Heard { var news: [FormatNews] = [] }

    private let port: TranslatedTransport
    private let heard: Heard

    /// - Parameters:
    ///   - port: open at the only speed that is tried.
    ///   - clock: microseconds.
    init(_ port: any ByteTransport, options: ForeignOptions, baud: Int, clock: @escaping () -> UInt64) {
        let heard = Heard()
        self.heard = heard
        self.port = TranslatedTransport(
            port, options: options, bauds: [baud], reopen: { _ throws(TransportError) in port }, now: clock,
            tell: { heard.news.append($0) })
    }

    var name: String { port.name }
    var isListening: Bool { port.isListening }
    var countsLosses: Bool { port.countsLosses }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        try port.read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try port.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    func close() { port.close() }

    var otherMake: OtherMake {
        let isRead = heard.news.contains { if case .found = $0 { true } else { false } }
        var findings = heard.news.reduce(into: [Finding]()) { findings, news in
            for finding in news.findings {
                findings.removeAll { $0.subject == finding.subject }
                findings.append(finding)
            }
        }
        if port.isUnderstood, findings.isEmpty {
            findings = [Finding(.format, .notOK, "readings come, but too few of them to tell how often; \(.deviceRate) says it")]
        }
        return OtherMake(
            isUnderstood: port.isUnderstood, isRead: isRead, isHopeless: heard.news.contains(where: \.isHopeless),
            findings: findings)
    }
}

extension FormatNews {
    /// Whether a person must say or change something first.
    fileprivate var isHopeless: Bool {
        switch self {
        case .unknownUnits, .motionless(_, isAsked: false): true
        default: false
        }
    }

    /// What it says of a device that is looked at: a later finding of the same subject holds in place of an earlier one.
    fileprivate var findings: [Finding] {
        switch self {
        case .counting(let format):
            [Finding(.format, .notOK, "\(format.words), but how often they come is not clear", mend: "say it: \(.deviceRate)")]
        case .found(let found):
            [Finding(.format, .ok, Sentence(found.sent), figures: [Finding.Figure("rate", found.rate)])] + units(of: found)
        case .unitsCertain(let units, isChange: false): [Finding(.units, .ok, "\(units), as its motion shows")]
        case .unitsCertain(let units, isChange: true):
            [Finding(.units, .ok, "\(units), as its motion shows, and not those that seemed likely at first")]
        case .unsure(let assumed, _): [Self.unsureUnits(assumed, unitWords ?? "")]
        case .unknownUnits:
            [
                Finding(.format, .ok, "text lines or a sensor's counts"),
                Finding(.units, .notOK, Sentence(unitWords ?? ""), mend: "say \(.profile), or \(.units)"),
            ]
        case .rateChanged(let from, let to):
            [
                Finding(
                    .format, .notOK,
                    "readings at \(Numbers.decimal(from, 1)) Hz, and then at \(Numbers.decimal(to, 1)) Hz; windows begin anew",
                    mend: "let its sketch take readings at an even pace")
            ]
        case .motionless(let autopilot, isAsked: let isAsked):
            [
                Finding(
                    .format, .notOK, "\(autopilot.heard), but no motion",
                    mend: isAsked ? Sentence(autopilot.remedy) : "\(autopilot.remedy), or let --request ask it from here")
            ]
        case .textWithoutReadings(let line):
            [
                Finding(
                    .format, .notOK, "text comes, and no line of it is a reading; the first line: \(printable(line))",
                    mend: .readableSketch)
            ]
        // It shows after 20 seconds, which are not waited for.
        case .otherAxes: []
        case .refused, .native, .trying, .nothingReadable: []
        }
    }

    private func units(of found: Found) -> [Finding] {
        guard let units = found.units else { return [] }
        return [unitWords.map { Self.unsureUnits(units, $0) } ?? Finding(.units, .ok, "\(units)")]
    }

    private static func unsureUnits(_ assumed: String, _ words: String) -> Finding {
        Finding(
            .units, .notOK, "not certain: \(words)",
            mend: "turn the board by a quarter or more while it is read, or say \(.units, "\(assumed)") if they are those")
    }
}
