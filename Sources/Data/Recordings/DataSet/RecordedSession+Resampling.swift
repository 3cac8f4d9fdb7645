import MotionCore
import SignalProcessing

extension RecordedSession {
    /// This motion at another rate, up or down, by band-limited interpolation.
    ///
    /// - **Rate**: any ratio. The samples are taken as evenly spaced at the session's own `rate`; cut a session with gaps by
    ///   `stretches` first.
    /// - **Band**: that of `Resampler`, which gives a live stream the very same samples.
    /// - **Labels**: the nearest original sample's, the later of two equally near.
    /// - **Time**: the first time stamp stays, the others follow evenly; no sample lies after the last original one.
    ///
    /// A session that has this rate already, within `Resampler.rateTolerance`, comes back unchanged, as does one with fewer than
    /// two samples. Time grows with the larger of the two numbers of samples (some 43 products of each channel), memory with
    /// the new one.
    ///
    /// - Parameter rate: samples per second, greater than 0.
    public func resampled(to rate: Double) -> RecordedSession {
        guard let source = self.rate else { return self }
        return resampled(to: rate, from: source)
    }

    /// A stretch at another rate, whose own is known better from the session it was cut from.
    func resampled(to rate: Double, from source: Double) -> RecordedSession {
        precondition(rate > 0 && rate.isFinite, "a rate is a number of samples per second greater than 0")
        guard count > 1, !Resampler.agree(source, rate), Resampler.isPlausible(source, to: rate) else { return self }
        let ratio = source / rate
        // The last new sample may miss the last original one by a rounding error only.
        let newCount = Int(saturating: (Double(count - 1) / ratio + 1e-6).rounded(.down)) + 1
        var result = RecordedSession(name: name, subject: subject, channels: channels)
        result.labels = (0..<newCount).map { labels[min(count - 1, Int(saturating: (Double($0) * ratio).rounded()))] }
        result.timestamps = (0..<newCount).map { timestamps[0] + Double($0) * 1000 / rate }
        result.values = interpolated(to: rate, from: source, count: newCount)
        return result
    }

    /// `count × channels` values at 0, `ratio`, 2 `ratio` … samples from the first.
    private func interpolated(to rate: Double, from source: Double, count newCount: Int) -> [Float] {
        var resampler = Resampler(from: source, to: rate, channels: width)
        var result: [Float] = []
        result.reserveCapacity(newCount * width)
        values.withUnsafeBufferPointer { values in
            guard let first = values.baseAddress else { return }
            for sample in 0..<count {
                resampler.push(first + sample * width)
                while resampler.next() { result.append(contentsOf: UnsafeBufferPointer(start: resampler.values, count: width)) }
            }
            resampler.finish()
            while resampler.next() { result.append(contentsOf: UnsafeBufferPointer(start: resampler.values, count: width)) }
        }
        return result
    }
}
