public import Formatting
import Foundation

extension DataSetSurvey {
    /// Every label that occurs, sorted.
    public var labels: [String] { Set(byName.values.flatMap(\.secondsByLabel.keys)).sorted() }

    /// Stretches of each label.
    public var passageCounts: [String: Int] { passages.reduce(into: [:]) { $0[$1.label, default: 0] += 1 } }

    /// Whether what has this label is done on purpose, again and again: it has a name, which does not mean rest.
    public func isRepetition(_ label: String) -> Bool { !label.isEmpty && !restLabels.contains(label.lowercased()) }

    /// What rest is called here: as it is spelled in the recordings, or else as somebody says, or else “rest”.
    ///
    /// - Throws: `severalRests`.
    public func restLabel(_ named: String?) throws(CurationError) -> String {
        let found = labels.filter { restLabels.contains($0.lowercased()) }
        if let named { return found.contains(named) ? named : found.first ?? named }
        guard found.count < 2 else { throw .severalRests(found) }
        return found.first ?? "rest"
    }

    /// Seconds of each label, of all people.
    public var secondsByLabel: [String: Double] {
        people.reduce(into: [:]) { sums, person in sums.merge(person.secondsByLabel) { $0 + $1 } }
    }

    /// Labels of which there is a third or less of the largest, rest aside, and that one; nil if there are none.
    public var imbalance: (few: [String], most: String)? {
        let named = secondsByLabel.filter { isRepetition($0.key) }
        guard let most = named.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        let few = named.filter { $0.value * 3 < most.value }.keys.sorted()
        return few.isEmpty ? nil : (few, most.key)
    }

    /// The imbalance in a sentence with the mend; nil if there is none.
    public var imbalanceSentence: Sentence? {
        imbalance.map { few, most in
            "of \(few.joined(separator: ", ")) there is less than a third of what there is of \(most)"
                + "\(remedy: "record more of \(few.count == 1 ? "it" : "them"), or train with \(.balance)")"
        }
    }

    /// Passages that one compares with, of a label at least.
    private static let leastPassages = 5
    /// Deviations, of those that most have, from which on one is unlike them, and the multiple that it must have besides.
    private static let deviations = 5.0
    private static let multiple = 2.0

    /// Repetitions whose motion is far weaker or stronger than is usual for their label, in the order of the recordings: of the
    /// logarithms of the strengths more than five times the median distance from the median, and twice as much or half.
    ///
    /// Rest is no repetition: one that is shorter, or less quiet, than others is no mistake.
    public var outliers: [Outlier] {
        var usual: [String: (median: Double, spread: Double)] = [:]
        let changes = meanChanges
        for (label, all) in Dictionary(grouping: passages, by: \.label)
        where isRepetition(label) && all.count >= Self.leastPassages {
            let strengths = all.map { Self.logarithm($0.strength(beside: changes)) }
            let median = strengths.median ?? 0
            usual[label] = (median, strengths.map { abs($0 - median) }.median ?? 0)
        }
        return passages.compactMap { passage in
            guard let (median, spread) = usual[passage.label] else { return nil }
            let distance = Self.logarithm(passage.strength(beside: changes)) - median
            guard abs(distance) > max(Self.deviations * spread, Self.logarithm(Self.multiple)) else { return nil }
            return Outlier(passage: passage, strength: exp(distance))
        }
    }

    /// What motion, and each channel that is no motion, changes by in a sample, on the average of all passages.
    private var meanChanges: (motion: Double, others: [Double]) {
        let samples = Double(max(1, passages.reduce(0) { $0 + $1.samples.count }))
        return (passages.reduce(0) { $0 + $1.motion } / samples, changes.map { $0 / samples })
    }

    private static func logarithm(_ value: Double) -> Double { log(max(value, 1e-6)) }
}
