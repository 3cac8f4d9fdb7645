import MotionCore
import SignalProcessing

/// A session on an even clock that begins at 0, at another rate if one is asked for, made part by part: what is converted a second
/// time is what it was.
///
/// Where samples are missing, as many periods are left out. The first part tells the period and whether to resample. Of what is
/// only put on a clock every sample stays, wherever a part ends; resampling begins anew with each part, as after a gap.
///
/// Whether stamps stay is decided of them as they would be written. What is written of a whole session is judged once more as if it
/// were read: where so few samples have so many gaps that another clock would be found in it, the gaps are closed.
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
    /// - Returns: nil if nothing can be made of the session: its first part has fewer than two different time stamps, or at another
    ///   rate one sample is left of it.
    mutating func even(_ part: RecordedSession, followedBy after: ArraySlice<Double>) -> Part? {
        let isFirst = period == nil
        let isWhole = isFirst && after.isEmpty
        let own = isWhole ? StampGrid.clock(of: part.timestamps) : SampleClock(before + part.timestamps + after)
        // Stamps are written to the microsecond.
        guard let period = period ?? own?.period, !isFirst || period >= 0.001 else { return nil }
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
        let (kept, keptOrigin) = asTheyAre(part.timestamps, isFirst: isFirst, seam: seam, period: period)
        let clock = isWhole ? StampGrid.clock(of: kept) : SampleClock(period: own?.period ?? period, gaps: inner)
        var result = RecordedSession(name: part.name, subject: part.subject)
        if !isResampled, let clock, StampGrid.isEven(kept, clock) {
            result = part
            result.timestamps = kept
            (origin, base) = (keptOrigin, nil)
        } else {
            if base == nil { (base, recorded, next) = (isFirst ? 0 : seam, 0, 0) } else { recorded += lostBefore }
            origin = nil
            append(stretches, by: inner, isAfterGap: lostBefore > 0, period: period, to: &result)
            if isWhole {
                guard result.count > 1 else { return nil }
                if !isLasting(result.timestamps) { closeGaps(of: &result, source: period) }
            }
        }
        before = Array((before + part.timestamps).suffix(Self.context))
        last = result.timestamps.last ?? last
        return (result, gaps.count, gaps.reduce(0) { $0 + $1.lost })
    }

    /// Stamps as they would be written if they stay, and what is taken from them.
    private func asTheyAre(
        _ stamps: [Double], isFirst: Bool, seam: Double, period: Double
    ) -> (stamps: [Double], origin: Double) {
        let follows = isFirst || stamps[0] - (origin ?? .infinity) > last + period / 2
        let origin = follows ? origin ?? stamps[0] : stamps[0] - seam
        return (stamps.map { Self.rounded($0 - origin) }, origin)
    }

    /// Whether stamps would stay as they are if they were converted once more.
    private func isLasting(_ stamps: [Double]) -> Bool {
        guard let clock = StampGrid.clock(of: stamps), StampGrid.isEven(stamps, clock) else { return false }
        guard let rate else { return true }
        let found = 1000 / clock.period
        return Resampler.agree(found, rate) || !Resampler.isPlausible(found, to: rate)
    }

    private func closeGaps(of result: inout RecordedSession, source: Double) {
        let period = isResampled ? 1000 / (rate ?? 1) : source
        result.timestamps = result.timestamps.indices.map { Self.rounded(Double($0) * period) }
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
