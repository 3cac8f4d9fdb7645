import Channels

/// Listens to a device of another make until it is clear what it sends, in which units and how often.
///
/// All formats that may be meant are decoded side by side; the first with enough readings is taken. The rate is the slope of a line
/// through arrival times, or the device's own stamps, by medians, so that bytes that come late or in bursts do not disturb it.
final class FormatProbe {
    /// What was found.
    struct Finding {
        let format: ForeignFormat
        let decoder: any ForeignDecoder
        let channels: ForeignReading.Channels
        /// Readings a second.
        let rate: Double
        /// nil where the format itself says them.
        let units: ForeignUnits?
        /// Whether nobody said the units, and they were guessed.
        let areUnitsGuessed: Bool
    }

    enum Answer {
        case listening
        case found(Finding)
        /// Lines of numbers that are gravity in no unit.
        case unknownUnits(medianAcceleration: Double)
    }

    /// Readings that tell a format, and microseconds that tell a rate.
    private static let enough = (readings: 8, microseconds: 1_500_000 as UInt64)

    private let options: ForeignOptions
    private var candidates: [FormatCandidate]
    private(set) var bytes = 0

    init(_ options: ForeignOptions) {
        self.options = options
        candidates = ForeignFormat.allCases.filter { options.format == nil || options.format == $0 }.map {
            FormatCandidate(format: $0, decoder: options.decoder($0))
        }
    }

    /// Whether some reading was seen, so that the speed of the line is right.
    var hasReadings: Bool { candidates.contains { $0.readings > 0 } }

    /// Takes bytes that arrived at `now`, in microseconds.
    func push(_ received: UnsafeRawBufferPointer, now: UInt64) -> Answer {
        bytes += received.count
        for index in candidates.indices {
            candidates[index].push(received, now)
        }
        let ready = candidates.filter {
            $0.readings >= Self.enough.readings && now - $0.firstArrival >= Self.enough.microseconds
        }
        guard let best = ready.max(by: { $0.readings < $1.readings }) else { return .listening }
        return conclude(best)
    }

    private func conclude(_ candidate: FormatCandidate) -> Answer {
        var units: ForeignUnits?
        if let text = candidate.decoder as? TextLineDecoder {
            let lengths = candidate.lengths.sorted()
            let median = lengths[lengths.count / 2]
            let given = options.units ?? options.scale.map { ForeignUnits($0) }
            guard let found = given ?? ForeignUnits.guessed(acceleration: median, rotation: candidate.fastest) else {
                return .unknownUnits(medianAcceleration: median)
            }
            text.factors = (found.acceleration, found.rotation)
            units = found
        }
        let measured = options.rate ?? candidate.rate
        guard measured > 0, measured <= Double(SensorDescription.mostRate) else { return .listening }
        return .found(
            Finding(
                format: candidate.format, decoder: candidate.decoder, channels: candidate.channels, rate: measured, units: units,
                areUnitsGuessed: units != nil && options.units == nil && options.scale == nil))
    }
}

extension ForeignOptions {
    /// What decodes a format, as far as the options say how.
    fileprivate func decoder(_ format: ForeignFormat) -> any ForeignDecoder {
        switch format {
        case .text: TextLineDecoder(columns: columns)
        case .witMotion: WitMotionDecoder()
        case .mavLink: MAVLinkDecoder(scale: scale ?? SensorScale(gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4))
        }
    }
}
