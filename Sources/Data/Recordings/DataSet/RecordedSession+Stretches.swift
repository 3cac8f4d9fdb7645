import SignalProcessing

extension RecordedSession {
    /// Its stretches of one label, in order.
    package var labelRuns: [Range<Int>] { labels.runs }

    /// The session cut wherever samples are missing, in order; one stretch, the session itself, if none are.
    ///
    /// Time stamps of real recordings are rounded, jitter, repeat and come in packets. A gap is where samples are missing, not
    /// where a stamp is late: where the even clock behind the stamps stands still for a period or more and does not come back
    /// (`SampleClock`). Name and subject stay, so a name may stand several times.
    ///
    /// - Parameter maximumGap: periods that two samples may be apart by that clock, greater than 1.
    public func stretches(maximumGap: Double = 1.5) -> [RecordedSession] {
        precondition(maximumGap > 1, "a gap is longer than the distance between two samples")
        return stretches(cutAt: SampleClock(timestamps, leastGap: maximumGap - 0.75)?.gaps ?? [])
    }

    func stretches(cutAt gaps: [SampleClock.Gap]) -> [RecordedSession] {
        guard !gaps.isEmpty else { return count == 0 ? [] : [self] }
        let ends = gaps.map { $0.after + 1 } + [count]
        return zip([0] + ends, ends).map { part($0..<$1) }
    }

    /// Some of the samples, under the same name.
    public func part(_ range: Range<Int>) -> RecordedSession {
        var part = RecordedSession(
            name: name, subject: subject, labels: Array(labels[range]), timestamps: Array(timestamps[range]),
            values: Array(samples(range)), channels: channels)
        part.derived = Array(derived(range))
        return part
    }
}
