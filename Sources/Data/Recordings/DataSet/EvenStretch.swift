import MotionCore
import SignalProcessing

/// A part of a session in which no sample is missing, at the rate of a network: what every network is given of a recording.
public struct EvenStretch: Sendable {
    /// At the rate that was asked for.
    public var session: RecordedSession
    /// Where its first sample stands in the recorded session.
    public let firstSample: Int
    /// How many samples were recorded.
    public let recordedCount: Int
    /// Recorded samples per sample; 1 where nothing was resampled.
    public let ratio: Double

    public var isResampled: Bool { ratio != 1 }

    /// Samples of the recorded session that lie before the end of a window, the nearest one to its last sample among them.
    ///
    /// - Parameter end: samples of the stretch up to the window's end, 1 or more.
    public func recordedSamples(before end: Int) -> Int {
        firstSample + min(recordedCount, Int(saturating: (Double(end - 1) * ratio).rounded()) + 1)
    }
}

extension RecordedSession {
    /// Its stretches between the gaps, each brought to a rate. Time grows with the number of samples.
    ///
    /// - Parameters:
    ///   - rate: samples per second; nil leaves them as they are, and so does a rate that the session has already, or that is so
    ///     far from its own that one of them cannot be that of motion.
    ///   - derives: whether attitude, gravity and the acceleration without it are told, of each stretch from its beginning.
    public func evenStretches(at rate: Double?, derives: Bool = false) -> [EvenStretch] {
        evenStretches(by: SampleClock(timestamps), at: rate, derives: derives)
    }

    /// Its stretches between the gaps of a clock that is known.
    package func evenStretches(by clock: SampleClock?, at rate: Double?, derives: Bool = false) -> [EvenStretch] {
        guard derives else { return evenStretches(by: clock, at: rate) }
        // The rate that was asked for, also where the clock is a little off: as live, so that the bits are the same.
        var filter = OrientationFilter(rate: rate ?? clock.map { 1000 / $0.period } ?? 1)
        return evenStretches(by: clock, at: rate).map { stretch in
            var stretch = stretch
            filter.restart()
            stretch.session.derive(with: &filter)
            return stretch
        }
    }

    private func evenStretches(by clock: SampleClock?, at rate: Double?) -> [EvenStretch] {
        var first = 0
        return stretches(cutAt: clock?.gaps ?? []).map { piece in
            defer { first += piece.count }
            // What is too short for any window may have any rate.
            guard let rate, let clock, piece.count > 1, !Resampler.agree(1000 / clock.period, rate),
                Resampler.isPlausible(1000 / clock.period, to: rate)
            else {
                return EvenStretch(session: piece, firstSample: first, recordedCount: piece.count, ratio: 1)
            }
            let source = 1000 / clock.period
            return EvenStretch(
                session: piece.resampled(to: rate, from: source), firstSample: first, recordedCount: piece.count,
                ratio: source / rate)
        }
    }
}
