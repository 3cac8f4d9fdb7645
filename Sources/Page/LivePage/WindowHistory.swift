package import LiveLoop

/// The last minutes of what a network said, by the samples at which its windows ended, and why it led to what it did.
package struct WindowHistory {
    package let labels: Int
    private var ends: [Int] = []
    private var reasons: [DecisionReason?] = []
    /// [windows][labels], Q15.
    private var probabilities: [Int16] = []
    /// Windows before the first that is kept.
    private var dropped = 0

    /// Windows that are kept at most.
    package static let most = 120_000

    package init(labels: Int) { self.labels = labels }

    /// Windows so far.
    package var count: Int { dropped + ends.count }

    /// The sample at which the earliest of the windows from a number on ended; nil: there are none. A window that waits for its
    /// stroke to be over is told late.
    package func earliestEnd(from number: Int) -> Int? { ends.dropFirst(max(0, number - dropped)).min() }

    package mutating func append(end: Int, _ scores: UnsafeBufferPointer<Int16>, _ reason: DecisionReason? = nil) {
        if ends.count >= Self.most {
            // An eighth at a time, so that moving the rest costs little.
            let old = Self.most / 8
            ends.removeFirst(old)
            reasons.removeFirst(old)
            dropped += old
            probabilities.removeFirst(old * labels)
        }
        ends.append(end)
        reasons.append(reason)
        probabilities.append(contentsOf: scores.prefix(labels))
    }

    /// Greatest probability of each label, 0 to 1, among windows that ended in a stretch; NaN where none did.
    package func greatest(_ range: Range<Int>, append: (Float) -> Void) {
        let first = firstWindow(endingAt: range.lowerBound)
        let last = firstWindow(endingAt: range.upperBound)
        for label in 0..<labels {
            let most = (first..<last).map { probabilities[$0 * labels + label] }.max()
            append(most.map { Float($0) / 32767 } ?? .nan)
        }
    }

    /// The last window that ended at a sample or before: where, with which probabilities in Q15, and why it led to what it did.
    package func last(before sample: Int) -> (end: Int, probabilities: ArraySlice<Int16>, reason: DecisionReason?)? {
        let place = firstWindow(endingAt: sample + 1) - 1
        guard place >= 0 else { return nil }
        return (ends[place], probabilities[place * labels..<(place + 1) * labels], reasons[place])
    }

    private func firstWindow(endingAt sample: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < sample { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
