extension RecordedSession {
    /// The same on an even clock that begins at 0, at another rate if one is asked for: what is converted a second time is what it
    /// was.
    ///
    /// Where samples are missing, as many periods are left out.
    ///
    /// - Returns: nil if there are fewer than two different time stamps; `lost` is about how many samples are missing.
    func even(at rate: Double?) -> (session: RecordedSession, gaps: Int, lost: Int)? {
        guard let clock = SampleClock(timestamps) else { return nil }
        let lost = clock.gaps.reduce(0) { $0 + $1.lost }
        let stretches = evenStretches(by: clock, at: rate)
        let isResampled = stretches.contains(where: \.isResampled)
        var result = RecordedSession(name: name, subject: subject)
        if !isResampled, isEven(clock) {
            result = self
            let start = timestamps[0]
            result.timestamps = timestamps.map { Self.rounded($0 - start) }
            return (result, clock.gaps.count, lost)
        }
        let period = isResampled ? 1000 / (rate ?? 1) : clock.period
        // In recorded periods, and in those of the result.
        var recorded = 0
        var next = 0
        for (index, stretch) in stretches.enumerated() {
            let place = Int((Double(recorded) * clock.period / period).rounded())
            // A gap stays one.
            next = index == 0 ? 0 : max(next + 1, place)
            result.labels += stretch.session.labels
            result.values += stretch.session.values
            result.timestamps += (0..<stretch.session.count).map { Self.rounded(Double(next + $0) * period) }
            next += stretch.session.count
            recorded += stretch.recordedCount + (index < clock.gaps.count ? clock.gaps[index].lost : 0)
        }
        return (result, clock.gaps.count, lost)
    }

    /// To microseconds.
    private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }

    /// Whether the stamps are those of the clock, a hundredth of a period or what a microsecond is.
    private func isEven(_ clock: SampleClock) -> Bool {
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
