extension RecordedSession {
    /// Whether time stamps can be milliseconds: those in seconds or microseconds are off by a thousand, and would make a thousand
    /// samples of one.
    public static func isPlausible(rate: Double, resampledTo wanted: Double) -> Bool {
        (1...10_000).contains(rate) && (wanted / 50...wanted * 200).contains(rate)
    }

    /// Two rates that differ by no more than this part are the same rate: clocks of sensors are that inexact.
    public static let rateTolerance = 0.02

    /// The same motion at another rate, up or down, by band-limited interpolation.
    ///
    /// - **Rate**: any ratio. The samples are taken as evenly spaced at the session's own `rate`; cut a session with gaps by
    ///   `stretches` first.
    /// - **Band**: a linear-phase windowed sinc (Kaiser) lets pass what is below 80 % of the lower of the two Nyquist frequencies
    ///   and suppresses by 60 dB or more what is above it. A constant stays exactly what it is, also at both ends, where the
    ///   weights that would fall outside are left out and the others raised.
    /// - **Labels**: the nearest original sample's, the later of two equally near.
    /// - **Time**: the first time stamp stays, the others follow evenly; no sample lies after the last original one.
    ///
    /// A session that has this rate already, within `rateTolerance`, comes back unchanged, as does one with fewer than two samples.
    /// Time grows with the larger of the two numbers of samples (some 43 products of six channels each), memory with the new one.
    ///
    /// - Parameter rate: samples per second, greater than 0.
    public func resampled(to rate: Double) -> RecordedSession {
        guard let source = self.rate else { return self }
        return resampled(to: rate, from: source)
    }

    /// The same for a stretch whose rate is known better from the session it was cut from.
    func resampled(to rate: Double, from source: Double) -> RecordedSession {
        precondition(rate > 0 && rate.isFinite, "a rate is a number of samples per second greater than 0")
        guard count > 1, abs(source / rate - 1) > Self.rateTolerance else { return self }
        let ratio = source / rate
        // The last new sample may miss the last original one by a rounding error only.
        let newCount = Int((Double(count - 1) / ratio + 1e-6).rounded(.down)) + 1
        var result = RecordedSession(name: name, subject: subject)
        result.labels = (0..<newCount).map { labels[min(count - 1, Int((Double($0) * ratio).rounded()))] }
        result.timestamps = (0..<newCount).map { timestamps[0] + Double($0) * 1000 / rate }
        result.values = interpolated(count: newCount, ratio: ratio)
        return result
    }

    /// `count × 6` values at 0, `ratio`, 2 `ratio` … samples from the first.
    private func interpolated(count newCount: Int, ratio: Double) -> [Float] {
        let kernel = ResamplingKernel(ratio: ratio)
        let last = Double(count - 1)
        return values.withUnsafeBufferPointer { values in
            [Float](unsafeUninitializedCapacity: newCount * 6) { output, initialised in
                for index in 0..<newCount {
                    let centre = Double(index) * ratio
                    let first = Int(max(0, centre - kernel.reach).rounded(.up))
                    let end = Int(min(last, centre + kernel.reach).rounded(.down))
                    var sums = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                    var total = 0.0
                    for sample in first...end {
                        let weight = kernel.weight(at: Double(sample) - centre)
                        total += weight
                        sums.0 += weight * Double(values[sample * 6])
                        sums.1 += weight * Double(values[sample * 6 + 1])
                        sums.2 += weight * Double(values[sample * 6 + 2])
                        sums.3 += weight * Double(values[sample * 6 + 3])
                        sums.4 += weight * Double(values[sample * 6 + 4])
                        sums.5 += weight * Double(values[sample * 6 + 5])
                    }
                    output[index * 6] = Float(sums.0 / total)
                    output[index * 6 + 1] = Float(sums.1 / total)
                    output[index * 6 + 2] = Float(sums.2 / total)
                    output[index * 6 + 3] = Float(sums.3 / total)
                    output[index * 6 + 4] = Float(sums.4 / total)
                    output[index * 6 + 5] = Float(sums.5 / total)
                }
                initialised = newCount * 6
            }
        }
    }
}
