import Recordings

/// A part of a session in which short gaps are filled: each missing sample lies on the straight line between those around it, and
/// has the label of the nearer one.
struct BridgedPart {
    /// A sample beside a gap, such as the one before the part in its session.
    struct End {
        let time: Double
        let label: String
        let values: [Float]

        init?(_ session: RecordedSession) {
            guard let time = session.timestamps.last, let label = session.labels.last else { return nil }
            (self.time, self.label, values) = (time, label, Array(session.sample(session.count - 1)))
        }
    }

    private(set) var session: RecordedSession
    /// Gaps that stay, counted in `session`; -1 is before its first sample.
    private(set) var gaps: [SampleClock.Gap] = []
    /// Places in `session` of the samples that are made up, rising.
    private(set) var filled: [Int] = []

    /// - Parameters:
    ///   - gaps: of the part, rising; -1 is before its first sample.
    ///   - most: samples of a gap that is filled, at most.
    ///   - end: what stands before the part; nil at the beginning of a session.
    init(_ part: RecordedSession, _ gaps: [SampleClock.Gap], most: Int, after end: End?) {
        guard gaps.contains(where: { $0.lost <= most }), part.count > 0 else {
            (session, self.gaps) = (part, gaps)
            return
        }
        session = RecordedSession(name: part.name, subject: part.subject, channels: part.channels)
        var first = 0
        for gap in gaps {
            append(part, first..<gap.after + 1)
            first = gap.after + 1
            let before = gap.after >= 0 ? End(part.part(gap.after..<gap.after + 1)) : end
            if gap.lost <= most, let before, let after = End(part.part(first..<first + 1)) {
                fill(gap.lost, before, after)
                continue
            }
            self.gaps.append(SampleClock.Gap(after: session.count - 1, lost: gap.lost))
        }
        append(part, first..<part.count)
    }

    private mutating func fill(_ lost: Int, _ before: End, _ after: End) {
        for number in 1...lost {
            let share = Double(number) / Double(lost + 1)
            filled.append(session.count)
            session.timestamps.append(before.time + share * (after.time - before.time))
            session.labels.append(share < 0.5 ? before.label : after.label)
            session.values += zip(before.values, after.values).map { $0 + Float(share) * ($1 - $0) }
        }
    }

    private mutating func append(_ part: RecordedSession, _ range: Range<Int>) {
        session.timestamps += part.timestamps[range]
        session.labels += part.labels[range]
        session.values += part.samples(range)
    }

    /// How many of some samples are made up.
    func filledCount(in range: Range<Int>) -> Int { filled.count(where: range.contains) }
}
