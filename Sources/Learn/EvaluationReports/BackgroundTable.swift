import Evaluation
import Formatting

/// False events of background, label by label.
struct BackgroundTable {
    private let result: EvaluationResult

    init(_ result: EvaluationResult) {
        self.result = result
    }

    /// Aligned lines; none without background.
    var lines: [String] {
        guard let background = result.background else { return [] }
        var table = TextTable()
        for row in [head] + rows { table.add(row) }
        return [background.verdict] + table.lines + spread
    }

    var head: [String] { ["in the background", "false events", "an hour", "95 %"] }

    /// A row for each label that was entered, and one for all.
    var rows: [[String]] {
        guard let background = result.background else { return [] }
        let entered = result.labels.indices.filter { background.events[$0] > 0 }.map { label in
            [
                result.labels[label], Numbers.count(background.events[label]),
                EvaluationWords.rate(Double(background.events[label]) / background.seconds * 3600),
                EvaluationWords.rates(background.perHourInterval(of: label)),
            ]
        }
        return entered + [
            [
                "all labels", Numbers.count(background.allEvents), EvaluationWords.rate(background.eventsPerHour),
                EvaluationWords.rates(background.eventsPerHourInterval),
            ]
        ]
    }

    /// How people differ, as a sentence; none of fewer than two.
    var spread: [String] {
        guard let background = result.background, let spread = background.spread, let deviation = spread.standardDeviation else {
            return []
        }
        let quiet = background.people.count { $0.events == 0 }
        return [
            "of \(Numbers.count(background.people.count, "person", "people")) \(Numbers.count(quiet)) had none; events an hour by person: mean "
                + "\(EvaluationWords.rate(spread.mean)), standard deviation \(EvaluationWords.rate(deviation)), at most "
                + "\(EvaluationWords.rate(spread.most))"
        ]
    }
}
