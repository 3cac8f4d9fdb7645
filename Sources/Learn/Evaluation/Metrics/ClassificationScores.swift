/// How often windows got the correct label: a confusion matrix and what follows from it.
public struct ClassificationScores: Sendable, Equatable {
    /// `[true label][predicted label]`, counts of windows.
    public private(set) var confusion: [[Int]]

    /// Nothing counted yet.
    public init(labels: Int) {
        confusion = Array(repeating: [Int](repeating: 0, count: labels), count: labels)
    }

    /// Counted elsewhere.
    ///
    /// - Parameter confusion: square, `[true label][predicted label]`.
    public init(confusion: [[Int]]) {
        precondition(confusion.allSatisfy { $0.count == confusion.count }, "as many labels are predicted as there are")
        self.confusion = confusion
    }

    /// Counts one window.
    public mutating func add(truth: Int, predicted: Int) {
        confusion[truth][predicted] += 1
    }

    /// Counts what was counted elsewhere, of as many labels.
    public mutating func add(_ other: ClassificationScores) {
        for (truth, row) in other.confusion.enumerated() {
            for (given, count) in row.enumerated() { confusion[truth][given] += count }
        }
    }

    /// Windows with the correct label.
    public var correct: Int { confusion.indices.reduce(0) { $0 + confusion[$1][$1] } }

    /// Windows counted.
    public var windows: Int { confusion.reduce(0) { $0 + $1.reduce(0, +) } }

    /// Correct windows / windows; nil without any.
    public var accuracy: Double? {
        ratio(correct, windows)
    }

    /// Windows that truly are of this label.
    public func support(_ label: Int) -> Int { confusion[label].reduce(0, +) }

    /// Windows that were given this label.
    public func predictions(_ label: Int) -> Int { confusion.reduce(0) { $0 + $1[label] } }

    /// Of the windows given this label, the share that truly is; nil if none was.
    public func precision(_ label: Int) -> Double? { ratio(confusion[label][label], predictions(label)) }

    /// Of the windows that truly are of this label, the share that was given it; nil if there is none.
    public func recall(_ label: Int) -> Double? { ratio(confusion[label][label], support(label)) }

    /// Harmonic mean of precision and recall, 2·TP / (2·TP + FP + FN); nil for a label that neither is true nor was given anywhere.
    public func f1(_ label: Int) -> Double? { ratio(2 * confusion[label][label], support(label) + predictions(label)) }

    /// Mean F1 of the labels that have one: a label absent from truth and predictions does not count. nil without windows.
    public var macroF1: Double? {
        let scores = confusion.indices.compactMap { f1($0) }
        return scores.isEmpty ? nil : scores.reduce(0, +) / Double(scores.count)
    }

    private func ratio(_ part: Int, _ whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }
}
