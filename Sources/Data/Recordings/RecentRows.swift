/// The newest samples of a recording that grows, and where in its file some of them begin.
struct RecentRows {
    /// Each a session of one sample.
    private var rows: [RecordedSession] = []
    /// The number of the first one.
    private var first = 0
    /// Sample numbers, rising, and the bytes in the file before each; nil: before there was a file. The first bound is `first`'s.
    private var bounds: [(sample: Int, bytes: Int?)] = [(0, nil)]

    mutating func append(_ row: RecordedSession) { rows.append(row) }

    /// So many bytes hold everything before a sample.
    mutating func bound(before sample: Int, bytes: Int?) {
        guard let bytes else { return }
        bounds.removeAll { $0.sample == sample }
        bounds.insert((sample, bytes), at: bounds.firstIndex { $0.sample > sample } ?? bounds.count)
    }

    /// Bytes before a sample that has a bound.
    func bytes(before sample: Int) -> Int? { bounds.last { $0.sample <= sample }?.bytes }

    /// Rows up to the bound that lies before a sample are not needed any more.
    mutating func forget(before sample: Int) {
        guard let kept = bounds.lastIndex(where: { $0.sample <= sample }), kept > 0 else { return }
        rows.removeFirst(bounds[kept].sample - first)
        first = bounds[kept].sample
        bounds.removeFirst(kept)
    }

    /// Everything from a sample on is not in the recording any more, or belongs to what is finished.
    mutating func forget(from sample: Int, bytes: Int?) { (rows, first, bounds) = ([], sample, [(sample, bytes)]) }

    /// Calls samples otherwise. Bounds after the first of them hold no longer.
    ///
    /// - Returns: the bytes that stay, the rows after them in three pieces (before the samples, they, and what follows), and the
    ///   time stamps of the first and the last sample; nil if they are forgotten.
    mutating func relabel(
        _ samples: Range<Int>, as label: String
    ) -> (bytes: Int?, pieces: [[RecordedSession]], time: ClosedRange<Double>)? {
        guard !samples.isEmpty, samples.upperBound <= first + rows.count,
            let bound = bounds.last(where: { $0.sample <= samples.lowerBound })
        else { return nil }
        for sample in samples { rows[sample - first].labels = [label] }
        bounds.removeAll { $0.sample > bound.sample }
        let cuts = [bound.sample, samples.lowerBound, samples.upperBound, first + rows.count].map { $0 - first }
        let pieces = zip(cuts, cuts.dropFirst()).map { Array(rows[$0..<$1]) }
        return (bound.bytes, pieces, pieces[1][0].timestamps[0]...pieces[1][samples.count - 1].timestamps[0])
    }
}
