import MotionCore
import MotionUnits

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
        /// Of units that are assumed only.
        let doubt: UnitVerdict?
        /// As far as somebody said them.
        let said: ForeignUnits
        /// Of MAVLink: which sensor.
        let choice: MAVLinkSurvey.Choice?
    }

    enum Answer {
        case listening
        /// The format is clear, its rate is not yet; said once.
        case recognised(ForeignFormat)
        case found(Finding)
        /// Everything is clear but the units, and those must be; said once, it goes on.
        case unsure(ForeignUnits, UnitVerdict)
        /// Numbers that fit no unit; said once, it goes on.
        case unknownUnits(UnitVerdict)
    }

    /// Readings that tell a format, and microseconds that tell a rate.
    private static let enough = (readings: 8, microseconds: 1_500_000 as UInt64)
    private static let betweenJudgements: UInt64 = 500_000
    /// Microseconds for a rate that is not settled.
    private static let atMost: UInt64 = 5_000_000

    private let options: ForeignOptions
    private var candidates: [FormatCandidate]
    private var isUnsettled = false
    private var isDoubtTold = false
    private var areAxesTold = false
    /// Readings a second, when they are clear.
    private var rate: Double?
    private var nextJudgement: UInt64 = 0
    private(set) var bytes = 0

    init(_ options: ForeignOptions) {
        self.options = options
        candidates = FormatCandidate.all(options)
    }

    /// Whether something was understood, so that the speed of the line is right.
    var isUnderstood: Bool { candidates.contains { $0.readings > 0 || $0.sensors?.hasFrames == true } }

    /// An autopilot that is heard, and tells of no motion, though it had time to.
    func motionless(now: UInt64) -> MAVLinkAutopilot? {
        guard !candidates.contains(where: { $0.readings > 0 }) else { return nil }
        return candidates.lazy.compactMap { $0.sensors?.motionless(now: now) }.first
    }

    /// Takes bytes that arrived at `now`, in microseconds.
    func push(_ received: UnsafeRawBufferPointer, now: UInt64) -> Answer {
        bytes += received.count
        for index in candidates.indices {
            candidates[index].push(received, now)
        }
        let ready = candidates.filter {
            $0.readings >= Self.enough.readings && now - $0.firstArrival >= Self.enough.microseconds
        }
        guard let best = ready.max(by: { $0.readings < $1.readings }),
            let place = candidates.firstIndex(where: { $0.format == best.format })
        else { return .listening }
        candidates[place].settle(options)
        return conclude(&candidates[place], now)
    }

    /// The first line of bytes that are text, but in which nothing is a reading; nil where they are no text.
    var unreadableText: [UInt8]? {
        candidates.lazy.compactMap { $0.survey }.first { $0.isText && $0.readings == 0 }?.firstLine
    }

    private func conclude(_ candidate: inout FormatCandidate, _ now: UInt64) -> Answer {
        if rate == nil {
            let counted = candidate.rate
            if options.rate == nil, now - candidate.firstArrival < Self.atMost {
                // Once it was not, it is judged at the end: on its way to the right rate it may pass a usual one.
                if isUnsettled { return .listening }
                isUnsettled = !counted.isSettled
                if isUnsettled { return .recognised(candidate.format) }
            }
            let measured = options.rate ?? counted.hertz
            guard measured > 0, measured <= Double(SensorDescription.mostRate) else { return .listening }
            rate = measured
        }
        guard let rate, now >= nextJudgement else { return .listening }
        nextJudgement = now + Self.betweenJudgements
        let (units, doubt): (ForeignUnits?, UnitVerdict?)
        switch candidate.units(options) {
        case .own: (units, doubt) = (nil, nil)
        case .known(let known): (units, doubt) = (known, nil)
        case .assumed(let assumed, let verdict):
            guard candidate.isJudged else { return .listening }
            if verdict.axes != nil, !areAxesTold { (areAxesTold, isDoubtTold) = (true, false) }
            if options.needsCertainUnits { return told(.unsure(assumed, verdict)) }
            (units, doubt) = (assumed, verdict)
        case .none(let verdict): return candidate.isJudged ? told(.unknownUnits(verdict)) : .listening
        }
        // Not before: what is still listened to is judged in the device's own units.
        if let units, let text = candidate.decoder as? TextLineDecoder { text.factors = units.factors }
        return .found(
            Finding(
                format: candidate.format, decoder: candidate.decoder, channels: candidate.channels, rate: rate, units: units,
                doubt: doubt, said: candidate.said(options), choice: candidate.choice))
    }

    /// Once.
    private func told(_ answer: Answer) -> Answer {
        defer { isDoubtTold = true }
        return isDoubtTold ? .listening : answer
    }
}
