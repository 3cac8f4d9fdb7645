extension RecordedSession {
    /// The session cut wherever samples are missing, in order; one stretch, the session itself, if none are.
    ///
    /// Time stamps of real recordings are rounded and jitter, so a distance is judged against the session's usual one: `1 /
    /// rate`. One lost sample makes a distance of about two, and anything above `maximumGap` is a cut; a stamp may therefore come
    /// up to half a period late (with 1.5) and is still taken as jitter. A recording whose samples are stamped in bursts as they
    /// arrive, not as they were taken, would be cut at every burst: give it a larger gap. Name and subject stay, so a name may
    /// stand several times.
    ///
    /// - Parameter maximumGap: in usual distances, greater than 1.
    public func stretches(maximumGap: Double = 1.5) -> [RecordedSession] {
        precondition(maximumGap > 1, "a gap is longer than the distance between two samples")
        guard let rate else { return count == 0 ? [] : [self] }
        let longest = maximumGap * 1000 / rate
        var result: [RecordedSession] = []
        var start = 0
        for index in 1..<count where timestamps[index] - timestamps[index - 1] > longest {
            result.append(part(start..<index))
            start = index
        }
        guard start > 0 else { return [self] }
        result.append(part(start..<count))
        return result
    }

    /// Some of the samples, under the same name.
    public func part(_ range: Range<Int>) -> RecordedSession {
        RecordedSession(
            name: name, subject: subject, labels: Array(labels[range]), timestamps: Array(timestamps[range]),
            values: Array(values[range.lowerBound * 6..<range.upperBound * 6]))
    }
}
