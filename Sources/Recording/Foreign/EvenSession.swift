import FixedPoint

/// A session on an even clock that begins at 0, at another rate if one is asked for, made part by part: what is converted a second
/// time is what it was.
///
/// Where samples are missing, as many periods are left out. The first part tells the period and whether to resample. Of what is
/// only put on a clock every sample stays, wherever a part ends; resampling begins anew with each part, as after a gap.
struct EvenSession {
    /// A part of the result; `lost` is about how many samples are missing in it and just before it.
    typealias Part = (session: RecordedSession, gaps: Int, lost: Int)

    /// Stamps of the neighbouring parts that tell whether samples are missing at a seam.
    static let context = 2_000

    private let rate: Double?
    /// Milliseconds between two recorded samples, by the first part.
    private(set) var period: Double?
    private var isResampled = false
    /// The last stamps of the part before, and the last one of the result.
    private var before: [Double] = []
    private var last = 0.0
    /// What is taken from stamps that stay; nil after stamps that did not.
    private var origin: Double?
    /// Where the clock of stamps that do not stay begins; samples since then in recorded periods, and in those of the result.
    private var base: Double?
    private var recorded = 0
    private var next = 0

    init(at rate: Double?) { self.rate = rate }

    /// - Parameter after: the stamps that follow in the same session, `context` of them if there are as many.
    /// - Returns: nil if the first part has fewer than two different time stamps; then nothing can be made of the session.
    mutating func even(_ part: RecordedSession, followedBy after: some Sequence<Double>) -> Part? {
        let isFirst = period == nil
        let own = SampleClock(before + part.timestamps + after)
        guard let period = period ?? own?.period else { return nil }
        // The last of the part before stands at -1.
        let gaps = (own?.gaps ?? []).map { SampleClock.Gap(after: $0.after - before.count, lost: $0.lost) }
            .filter { (-1..<part.count - 1).contains($0.after) }
        let inner = gaps.filter { $0.after >= 0 }
        let lostBefore = gaps.first { $0.after < 0 }?.lost ?? 0
        let stretches = part.evenStretches(
            by: SampleClock(period: period, gaps: inner), at: isFirst || isResampled ? rate : nil)
        if isFirst { isResampled = stretches.contains(where: \.isResampled) }
        self.period = period
        let seam = last + Double(1 + lostBefore) * period
        var result = RecordedSession(name: part.name, subject: part.subject)
        if !isResampled, part.isEven(SampleClock(period: own?.period ?? period, gaps: inner)) {
            let follows = isFirst || part.timestamps[0] - (origin ?? .infinity) > last + period / 2
            let origin = follows ? origin ?? part.timestamps[0] : part.timestamps[0] - seam
            result = part
            result.timestamps = part.timestamps.map { Self.rounded($0 - origin) }
            (self.origin, base) = (origin, nil)
        } else {
            if base == nil { (base, recorded, next) = (isFirst ? 0 : seam, 0, 0) } else { recorded += lostBefore }
            origin = nil
            append(stretches, by: inner, isAfterGap: lostBefore > 0, period: period, to: &result)
        }
        before = Array((before + part.timestamps).suffix(Self.context))
        last = result.timestamps.last ?? last
        return (result, gaps.count, gaps.reduce(0) { $0 + $1.lost })
    }

    /// Puts stretches on the clock.
    private mutating func append(
        _ stretches: [EvenStretch], by gaps: [SampleClock.Gap], isAfterGap: Bool, period source: Double,
        to result: inout RecordedSession
    ) {
        let period = isResampled ? 1000 / (rate ?? 1) : source
        for (index, stretch) in stretches.enumerated() {
            let place = Int(saturating: (Double(recorded) * source / period).rounded())
            // A gap stays one.
            let isGap = index > 0 || (isAfterGap && next > 0)
            next = max(isGap ? next + 1 : next, place)
            result.labels += stretch.session.labels
            result.values += stretch.session.values
            result.timestamps += (0..<stretch.session.count).map { Self.rounded((base ?? 0) + Double(next + $0) * period) }
            next += stretch.session.count
            recorded += stretch.recordedCount + (index < gaps.count ? gaps[index].lost : 0)
        }
    }

    /// To microseconds.
    private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }
}

extension RecordedSession {
    /// Whether the stamps are those of the clock, a hundredth of a period or what a microsecond is.
    fileprivate func isEven(_ clock: SampleClock) -> Bool {
        var first = 0
        for end in clock.gaps.map({ $0.after + 1 }) + [count] {
            for index in first..<end {
                let apart = timestamps[index] - timestamps[first] - Double(index - first) * clock.period
                if apart.magnitude > max(0.01 * clock.period, 0.002) { return false }
            }
            first = end
        }
        return true
    }
}
