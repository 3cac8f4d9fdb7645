import Evaluation
public import Formatting
import Recordings
import Training

/// A plain verdict on a training: how it does on those who judged, where it is weak and why, and what would help most.
public struct Outlook: Sendable {
    private let study: TrainingStudy
    private let scores: ClassificationScores
    private let data: DataSet
    /// Whether the judges are people whom the network has not met.
    public let isOfNewPeople: Bool

    /// A class is weak if a smaller share than this of the judges' windows of it is right.
    private static let weak = 0.8
    /// The accuracy that half of the people must cost before more of them are said to help.
    private static let worthwhile = 0.01

    init(_ study: TrainingStudy, training data: DataSet, isOfNewPeople: Bool) {
        self.study = study
        self.data = data
        self.isOfNewPeople = isOfNewPeople
        scores = ClassificationScores(confusion: study.validation.confusion)
    }

    /// The verdict in words: three sentences at most.
    public var sentences: [Sentence] { [judgement, weakness, help] }

    private var judgement: Sentence {
        let accuracy = study.validation.accuracy
        let word =
            switch accuracy {
            case 0.95...: "very good"
            case 0.9...: "good"
            case 0.8...: "fair"
            default: "poor"
            }
        let whom = isOfNewPeople ? "people it has not met (\(judges))" : "motion it has not seen, of people it knows (\(judges))"
        return "On \(whom): \(String(printing: "%.1f %%", 100 * accuracy)) of the windows right, \(word)."
    }

    private var judges: String {
        study.judges.count <= 6 ? study.judges.joined(separator: ", ") : "\(study.judges.count) of them"
    }

    /// The class that is found least, if that is little: its number and recall.
    private var weakest: (label: Int, recall: Double)? {
        let recalls = data.classes.indices.compactMap { label in scores.recall(label).map { (label: label, recall: $0) } }
        guard let least = recalls.min(by: { $0.recall < $1.recall }), least.recall < Self.weak else { return nil }
        return least
    }

    /// What the windows of a class are taken for most, and the part of them.
    private func mistaken(_ label: Int) -> (label: Int, part: Double)? {
        let row = scores.confusion[label]
        let others = row.indices.filter { $0 != label && row[$0] > 0 }
        guard let most = others.max(by: { row[$0] < row[$1] }) else { return nil }
        return (most, Double(row[most]) / Double(scores.support(label)))
    }

    private var weakness: Sentence {
        guard let (label, recall) = weakest else { return "No class is weak." }
        let taken = mistaken(label).map { ", taken for \(data.classes[$0.label]) in \(Self.percent($0.part))" }
        return "Weak at \(data.classes[label]): \(Self.percent(recall)) of its windows right\(taken ?? "")."
    }

    private var help: Sentence {
        if let half = study.accuracyOfHalf, study.accuracyOfAll - half > Self.worthwhile {
            return "\(halfAndAll(half)) in as many steps: more people would help most."
        }
        if let (label, _) = weakest {
            let name = data.classes[label]
            let count = data.windowCounts[label]
            if count * data.classes.count * 2 < data.windows.count {
                return "Only \(count) of \(data.windows.count) windows are \(name): more of \(name) would help most."
            }
            if let other = mistaken(label) {
                let advice: Sentence =
                    data.options.strokes == nil
                    ? "a longer \(.window) may tell them apart, or one label for both (\(.map))"
                    : "a gesture that differs more would help most"
                return "\(name) and \(data.classes[other.label]) look alike in \(data.options.window) samples: \(advice)."
            }
        }
        guard let half = study.accuracyOfHalf else {
            return isOfNewPeople
                ? "How much more people would help takes four or more to tell." : "New people will do worse: record some."
        }
        return "\(halfAndAll(half)): more people would change little."
    }

    private func halfAndAll(_ half: Double) -> String {
        String(
            printing: "Half of the people bring %.1f %%, all of them %.1f %%", 100 * half, 100 * study.accuracyOfAll)
    }

    private static func percent(_ share: Double) -> String { Numbers.percent(share, decimals: 0) }
}
