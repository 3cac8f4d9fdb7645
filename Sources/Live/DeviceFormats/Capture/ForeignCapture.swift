public import Formatting

/// What somebody logged of a device of another make: its bytes, from the beginning to the end, as readings.
public struct ForeignCapture {
    /// What the bytes are.
    public struct Finding {
        public let format: ForeignFormat
        /// ax, ay, az; or gx, gy, gz; or all.
        public let channels: ForeignReading.Channels
        /// Of text lines.
        public let units: String?
        /// Whether nobody said the units.
        public let areUnitsGuessed: Bool
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
        var best = candidates.filter { $0.readings >= Self.enough }.max { $0.readings < $1.readings }
        best?.settle(options)
        guard let best, !best.channels.isEmpty else {
            if let heard = candidates.lazy.compactMap({ $0.sensors?.motionless }).first { throw .motionless(heard) }
            throw .nothingFound(format: options.format)
        }
        let units: ForeignUnits?
        do throws(FormatCandidate.UnknownUnits) {
            units = try best.units(options)
        } catch {
            throw .unknownUnits(medianAcceleration: error.medianAcceleration)
        }
        let decoder = best.freshDecoder(options)
        if let units, let text = decoder as? TextLineDecoder { text.factors = (units.acceleration, units.rotation) }
        finding = Finding(
            format: best.format, channels: best.channels, units: units?.name,
            areUnitsGuessed: best.guessesUnits(options), hasTimes: best.hasStamps,
            sensor: best.choice?.stream.name, otherSensors: best.choice?.others.map(\.name) ?? [], decoder: decoder)
        self.bytes = bytes
        axes = options.axes
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
    /// Lines of numbers that are gravity in no unit.
    case unknownUnits(medianAcceleration: Double)
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
        case .motionless(let autopilot): "holds \(autopilot.heard), but no motion\(remedy: Sentence(autopilot.remedy))"
        case .unknownUnits(let median):
            "holds lines of numbers, but an acceleration of \((median * 10).rounded() / 10) is gravity in no unit: say \(.profile), or "
                + "\(.deviceUnits)"
        }
    }
}
