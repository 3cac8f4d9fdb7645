package import LiveLoop

/// The last minutes of what a network said, by the samples at which its windows ended, and why it led to what it did.
package struct WindowHistory {
    /// A window.
    package struct Entry {
        /// The sample at which it ended.
        package let end: Int
        package var isUnknown = false
        /// Whether it does not follow the one before it.
        package var isAfterGap = false
        /// Whether what was active before it was left without a window: a stroke is over, or a session.
        package var isAfterEnd = false
        /// Why it led to what it did, if that is known.
        package var reason: DecisionReason?

        package init(end: Int) { self.end = end }
    }

    package let labels: Int
    /// The newest last; without what stands in `probabilities`.
    package private(set) var entries: [Entry] = []
    /// [windows][labels], Q15.
    private var probabilities: [Int16] = []
    /// Windows before the first that is kept.
    private var dropped = 0

    /// Windows that are kept at most.
    package static let most = 120_000

    package init(labels: Int) { self.labels = labels }

    /// Windows so far.
    package var count: Int { dropped + entries.count }

    /// The sample at which the earliest of the windows from a number on ended; nil: there are none. A window that waits for its
    /// stroke to be over is told late.
    package func earliestEnd(from number: Int) -> Int? { entries.dropFirst(max(0, number - dropped)).map(\.end).min() }

    /// Forgets windows that ended before a sample. An eighth at a time, so that moving the rest costs little.
    package mutating func forget(before sample: Int) {
        let old = entries.count / 8
        guard old > 100, entries[old].end < sample else { return }
        drop(old)
    }

    private mutating func drop(_ old: Int) {
        entries.removeFirst(old)
        dropped += old
        probabilities.removeFirst(old * labels)
    }

    package mutating func append(_ entry: Entry, _ scores: UnsafeBufferPointer<Int16>) {
        if entries.count >= Self.most { drop(Self.most / 8) }
        entries.append(entry)
        probabilities.append(contentsOf: scores.prefix(labels))
    }

    /// Probabilities of a window that is kept, by its place among them, in Q15.
    package func probabilities(at place: Int) -> ArraySlice<Int16> { probabilities[place * labels..<(place + 1) * labels] }

    /// Greatest probability of each label, 0 to 1, among windows that ended in a stretch; NaN where none did.
    package func greatest(_ range: Range<Int>, append: (Float) -> Void) {
        let first = firstWindow(endingAt: range.lowerBound)
        let last = firstWindow(endingAt: range.upperBound)
        for label in 0..<labels {
            let most = (first..<last).map { probabilities[$0 * labels + label] }.max()
            append(most.map { Float($0) / 32767 } ?? .nan)
        }
    }

    /// The place of the last window that ended at a sample or before; nil: there is none.
    package func last(before sample: Int) -> Int? {
        let place = firstWindow(endingAt: sample + 1) - 1
        return place < 0 ? nil : place
    }

    /// The place of the first window that ended at a sample or later.
    package func firstWindow(endingAt sample: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].end < sample { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
