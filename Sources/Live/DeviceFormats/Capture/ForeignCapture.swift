public import Formatting
public import MotionUnits

/// What somebody logged of a device of another make: its bytes, from the beginning to the end, as readings.
public struct ForeignCapture {
    /// What the bytes are.
    public struct Finding {
        public let format: ForeignFormat
        /// ax, ay, az; or gx, gy, gz; or all.
        public let channels: ForeignReading.Channels
        /// Of text lines.
        public let units: String?
        /// Of units that nobody said: how the motion tells them; nil of others.
        public let verdict: UnitVerdict?
        /// Whether every reading brings a time of its own.
        public let hasTimes: Bool
        /// The motion sensor that is read, by the name of its message, and others that come beside it and are left out; nil of a
        /// format that tells of one only.
        public let sensor: String?
        public let otherSensors: [String]
        fileprivate let decoder: any ForeignDecoder
    }

    /// One reading, along and about the axes of the board.
    public struct Reading {
        /// ax, ay, az in g, gx, gy, gz in rad/s; 0 where the device measures none.
        public let values: InlineArray<6, Double>
        /// The device's own time, in microseconds; nil if it sent none.
        public let time: UInt64?
        /// Readings that are known to be missing before this one.
        public let lost: Int
        /// The line that it stands in, from 1; nil of a format without lines.
        public let line: Int?
    }

    public let finding: Finding
    /// What was seen; complete after `read`.
    public var counters: FormatCounters { finding.decoder.counters }
    /// The first line that is no reading where one was to be expected, after `read`; nil without one, and where there are no lines.
    public var firstBadLine: Int? {
        guard let text = finding.decoder as? TextLineDecoder, text.firstBadLine > 0 else { return nil }
        return Int(clamping: text.firstBadLine)
    }
    private let bytes: [UInt8]
    private let axes: InlineArray<3, Int8>

    /// Readings that tell a format.
    private static let enough = 8

    /// Finds out what the bytes are.
    ///
    /// - Throws: that they are none of the formats, or not the one that somebody said; lines of numbers in units that nobody can
    ///   tell.
    public init(_ bytes: [UInt8], _ options: ForeignOptions) throws(CaptureError) {
        var candidates = FormatCandidate.all(options, isWhole: true)
        bytes.withUnsafeBytes { all in
            for index in candidates.indices { Self.inPieces(all) { candidates[index].push($0, 0) } }
        }
        let most = candidates.filter { $0.readings >= Self.enough }.max { $0.readings < $1.readings }
        guard var best = most else { throw Self.nothing(candidates, options) }
        best.settle(options)
        guard !best.channels.isEmpty else { throw Self.nothing(candidates, options) }
        let units: ForeignUnits?
        switch best.units(options) {
        case .own: units = nil
        case .known(let known): units = known
        case .assumed(let assumed, let verdict):
            // Without a rate nothing turns; who reads it asks for that first.
            guard options.rate == nil, !best.hasStamps else {
                throw .unsure(assumed: assumed.name(of: best.channels), verdict)
            }
            units = assumed
        case .none(let verdict): throw .unknownUnits(verdict)
        }
        let decoder = best.freshDecoder(options)
        if let units, let text = decoder as? TextLineDecoder { text.factors = units.factors }
        finding = Finding(
            format: best.format, channels: best.channels, units: units?.name(of: best.channels), verdict: best.verdict,
            hasTimes: best.hasStamps, sensor: best.choice?.stream.name, otherSensors: best.choice?.others.map(\.name) ?? [],
            decoder: decoder)
        self.bytes = bytes
        axes = options.axes
    }

    private static func nothing(_ candidates: [FormatCandidate], _ options: ForeignOptions) -> CaptureError {
        if let heard = candidates.lazy.compactMap({ $0.sensors?.motionless }).first { return .motionless(heard) }
        let text = candidates.lazy.compactMap(\.survey).first { $0.isText && $0.readings == 0 }
        if let line = text?.firstLine { return .unreadableText(firstLine: String(decoding: line, as: UTF8.self)) }
        return .nothingFound(format: options.format)
    }

    /// Reads all of it, once.
    public func read(_ deliver: (Reading) -> Void) {
        let decoder = finding.decoder
        var missed: UInt64 = 0
        func take(_ reading: ForeignReading) {
            let lost = Int(clamping: decoder.missed &- missed)
            missed = decoder.missed
            let line = (decoder as? TextLineDecoder).map { Int(clamping: $0.lineNumber) }
            deliver(Reading(values: turned(reading.values), time: reading.time, lost: lost, line: line))
        }
        bytes.withUnsafeBytes { all in
            Self.inPieces(all) { piece in
                decoder.push(piece, take)
            }
            decoder.rest(take)
        }
    }

    /// From the sensor's axes to the board's.
    private func turned(_ values: InlineArray<6, Double>) -> InlineArray<6, Double> {
        var turned = values
        for axis in 0..<3 {
            let board = Int(abs(axes[axis])) - 1
            for first in [0, 3] { turned[first + board] = axes[axis] < 0 ? -values[first + axis] : values[first + axis] }
        }
        return turned
    }

    private static func inPieces(_ all: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        for first in stride(from: 0, to: all.count, by: 65_536) {
            body(UnsafeRawBufferPointer(rebasing: all[first..<min(all.count, first + 65_536)]))
        }
    }
}

/// Bytes of which nothing can be made.
public enum CaptureError: ExplainedError {
    /// - Parameter format: the one that somebody said.
    case nothingFound(format: ForeignFormat?)
    /// Text of which no line is a reading.
    case unreadableText(firstLine: String)
    /// Numbers in units that the motion does not make certain.
    ///
    /// - Parameter assumed: the most likely ones.
    case unsure(assumed: String, UnitVerdict)
    /// Numbers that fit no unit, or counts.
    case unknownUnits(UnitVerdict)
    /// MAVLink without a message of motion.
    case motionless(MAVLinkAutopilot)

    public var kind: FailureKind { .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    /// The end of a sentence that begins with the file.
    public var sentence: Sentence {
        switch self {
        case .nothingFound(let format?): "holds no readings as \(format.words)\(remedy: "\(.format, "auto") looks for the others")"
        case .nothingFound(nil): "holds no readings in any format: text lines of numbers, WitMotion, MAVLink"
        case .unreadableText(let line):
            "holds no readings, but text, whose first line is “\(printable(line))”"
                + "\(remedy: "say what its numbers are with \(.columns); where nothing names them, 3, 6 or 9 are read, and 4, 7 or 10 if the first counts as a clock does")"
        case .motionless(let autopilot): "holds \(autopilot.heard), but no motion\(remedy: Sentence(autopilot.remedy))"
        case .unsure(let assumed, let verdict):
            "holds numbers whose units are not certain: \(verdict.words)"
                + "\(remedy: "log it with a turn of the board by a quarter or more, or say them, as \(.units, .text(assumed))")"
        case .unknownUnits(let verdict):
            "holds lines of numbers, but \(verdict.words): say \(.profile), or \(.units)"
        }
    }
}
