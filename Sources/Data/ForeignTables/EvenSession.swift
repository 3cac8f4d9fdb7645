import MotionCore
import Recordings
import SignalProcessing

/// A session on an even clock that begins at 0, at another rate if one is asked for, made part by part: what is converted a second
/// time is what it was.
///
/// Where samples are missing, as many periods are left out, unless the gap is short enough to be filled. The first part tells the
/// period and whether to resample. A session that is only put on a clock keeps every sample, wherever a part ends; resampling
/// begins anew with each part, as after a gap.
///
/// Whether stamps stay is decided of them as they would be written. What is written is judged once more as if it were read. Where
/// so few samples have so many gaps that another clock would be found in it, the gaps are closed; at a rate that is asked for,
/// which must be found, each stretch becomes a session of its own.
struct EvenSession {
    /// What became of a part.
    struct Part {
        var pieces: [Piece] = []
        /// Gaps that stay, in it and just before it, and about how many samples are missing there.
        var gaps = 0
        var lost = 0
        /// Samples that stand alone between two gaps and could not stay.
        var alone = 0
    }

    /// A session of the result, or a part of one.
    struct Piece {
        var session: RecordedSession
        /// Whether a session begins with it.
        let begins: Bool
        /// Samples that were recorded in its place, and those that were missing and are made up.
        let recorded: Int
        let filled: Int

        init(_ session: RecordedSession, begins: Bool, samples: Int, filled: Int) {
            (self.session, self.begins, self.filled) = (session, begins, filled)
            recorded = samples - filled
        }
    }

    /// What is done to reach the rate that is asked for.
    private enum Way {
        /// None is asked for.
        case own
        /// The clock has it already, as exactly as clocks do: the stamps say so.
        case same
        case resampled
    }

    /// Stamps of the neighbouring parts that tell whether samples are missing at a seam.
    static let context = 2_000

    private let rate: Double?
    private let bridge: Int
    /// Milliseconds between two recorded samples, by the first part.
    private(set) var recordedPeriod: Double?
    /// Milliseconds between two samples that are only put on a clock: as recorded, or by the rate that they nearly have.
    private(set) var period: Double?
    /// The rate of a session that cannot be brought to the one that is asked for.
    private(set) var farRate: Double?
    private var way = Way.own
    /// Gaps that were found in the part that was made last, and samples of one that is filled, at most.
    private(set) var found: [SampleClock.Gap] = []
    private(set) var mostFilled = 0
    /// The last stamps of the part before, what it ends with, and the last stamp of the result.
    private var before: [Double] = []
    private var end: BridgedPart.End?
    private var last = 0.0
    /// Whether the next piece begins a session, though its first part is done.
    private var mustBegin = true
    /// What is taken from stamps that stay; nil after stamps that did not.
    private var origin: Double?
    /// Where the clock of stamps that do not stay begins; samples since then in recorded periods, and in those of the result.
    private var base: Double?
    private var recorded = 0
    private var next = 0

    init(at rate: Double?, bridging bridge: Int) {
        self.rate = rate
        self.bridge = bridge
    }

    /// - Parameter after: the stamps that follow in the same session, `context` of them if there are as many.
    /// - Returns: nil if nothing can be made of the session: its first part has fewer than two different time stamps, at another
    ///   rate one sample is left of it, or it cannot be brought to that rate (`farRate`).
    mutating func even(_ part: RecordedSession, followedBy after: ArraySlice<Double>) -> Part? {
        let isFirst = period == nil
        let isWhole = isFirst && after.isEmpty
        let own = isWhole ? StampGrid.clock(of: part.timestamps) : SampleClock(before + part.timestamps + after)
        // Stamps are written to the microsecond.
        guard let recordedPeriod = recordedPeriod ?? own?.period, !isFirst || recordedPeriod >= 0.001 else { return nil }
        self.recordedPeriod = recordedPeriod
        guard !isFirst || chooseWay(recordedPeriod), let period else { return nil }
        // The last of the part before stands at -1.
        found = (own?.gaps ?? []).map { SampleClock.Gap(after: $0.after - before.count, lost: $0.lost) }
            .filter { (-1..<part.count - 1).contains($0.after) }
        let bridged = BridgedPart(part, found, most: mostFilled, after: mustBegin ? nil : end)
        let inner = bridged.gaps.filter { $0.after >= 0 }
        let lostBefore = bridged.gaps.first { $0.after < 0 }?.lost ?? 0
        // What is missing would spread through whatever is resampled.
        let source = way == .resampled ? bridged.session.holdingMissing(rate: 1000 / recordedPeriod) : bridged.session
        let stretches = source.evenStretches(by: SampleClock(period: period, gaps: inner), at: way == .resampled ? rate : nil)
        var result = Part()
        result.gaps = bridged.gaps.count
        result.lost = bridged.gaps.reduce(0) { $0 + $1.lost }
        let seam = last + Double(1 + lostBefore) * period
        let (kept, keptOrigin) = asTheyAre(bridged.session.timestamps, seam: seam, period: period)
        let clock =
            isWhole && way == .own
            ? StampGrid.clock(of: kept) : SampleClock(period: way == .own ? own?.period ?? period : period, gaps: inner)
        var session = RecordedSession(name: part.name, subject: part.subject, channels: part.channels)
        if way != .resampled, let clock, StampGrid.isEven(kept, clock, strictly: way == .same) {
            session = bridged.session
            session.timestamps = kept
            (origin, base) = (keptOrigin, nil)
        } else {
            if base == nil { (base, recorded, next) = (mustBegin ? 0 : seam, 0, 0) } else { recorded += lostBefore }
            origin = nil
            append(stretches, by: inner, isAfterGap: lostBefore > 0, period: period, to: &session)
        }
        if isWhole, session.count < 2 { return nil }
        before = Array((before + part.timestamps).suffix(Self.context))
        end = BridgedPart.End(part)
        if isLasting(session.timestamps, isWhole: isWhole) {
            result.pieces = [bridged.piece(session, begins: mustBegin)]
            (last, mustBegin) = (session.timestamps.last ?? last, false)
        } else if way == .own {
            closeGaps(of: &session, period: period)
            result.pieces = [bridged.piece(session, begins: mustBegin)]
        } else {
            for stretch in stretches {
                guard stretch.session.count > 1 else {
                    result.alone += stretch.session.count
                    continue
                }
                result.pieces.append(piece(stretch, bridged))
            }
            (last, mustBegin, origin, base) = (0, true, nil, nil)
        }
        return result.pieces.isEmpty && isWhole ? nil : result
    }

    /// - Returns: false if the session cannot be brought to the rate that is asked for.
    private mutating func chooseWay(_ recordedPeriod: Double) -> Bool {
        period = recordedPeriod
        mostFilled = bridge
        guard let rate else { return true }
        let found = 1000 / recordedPeriod
        if Resampler.agree(found, rate) {
            (way, period) = (.same, 1000 / rate)
            return true
        }
        guard Resampler.isPlausible(found, to: rate) else {
            farRate = found
            period = nil
            return false
        }
        way = .resampled
        // A gap that is shorter than the new period leaves no hole in what is written.
        mostFilled = max(bridge, Int(saturating: (found / rate - 0.01).rounded(.up)) - 1)
        return true
    }

    /// Stamps as they would be written if they stay, and what is taken from them.
    private func asTheyAre(_ stamps: [Double], seam: Double, period: Double) -> (stamps: [Double], origin: Double) {
        let follows = mustBegin || stamps[0] - (origin ?? .infinity) > last + period / 2
        let origin = follows ? (mustBegin ? stamps[0] : origin ?? stamps[0]) : stamps[0] - seam
        return (stamps.map { Self.rounded($0 - origin) }, origin)
    }

    /// Whether stamps would stay as they are if they were converted once more, and are read at the rate that is asked for.
    private func isLasting(_ stamps: [Double], isWhole: Bool) -> Bool {
        guard let rate else {
            guard isWhole else { return true }
            guard let clock = StampGrid.clock(of: stamps) else { return false }
            return StampGrid.isEven(stamps, clock)
        }
        guard stamps.count > 1 else { return !isWhole }
        let read = [SampleClock(stamps)] + (isWhole ? [StampGrid.clock(of: stamps)] : [])
        return read.allSatisfy { clock in clock.map { ($0.period * rate / 1000 - 1).magnitude < Self.exactly } ?? false }
    }

    /// The part by which a rate that is read may be off the one that was asked for: stamps are rounded to microseconds.
    private static let exactly = 1e-3

    private func closeGaps(of session: inout RecordedSession, period: Double) {
        session.timestamps = session.timestamps.indices.map { Self.rounded(Double($0) * period) }
    }

    /// A stretch as a session of its own.
    private func piece(_ stretch: EvenStretch, _ bridged: BridgedPart) -> Piece {
        var session = stretch.session
        let period = 1000 / (rate ?? 1)
        session.timestamps = session.timestamps.indices.map { Self.rounded(Double($0) * period) }
        let range = stretch.firstSample..<stretch.firstSample + stretch.recordedCount
        return Piece(session, begins: true, samples: range.count, filled: bridged.filledCount(in: range))
    }

    /// Puts stretches on the clock.
    private mutating func append(
        _ stretches: [EvenStretch], by gaps: [SampleClock.Gap], isAfterGap: Bool, period source: Double,
        to result: inout RecordedSession
    ) {
        let period = way == .resampled ? 1000 / (rate ?? 1) : source
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

extension BridgedPart {
    /// All of it in one piece.
    fileprivate func piece(_ result: RecordedSession, begins: Bool) -> EvenSession.Piece {
        EvenSession.Piece(result, begins: begins, samples: session.count, filled: filled.count)
    }
}
