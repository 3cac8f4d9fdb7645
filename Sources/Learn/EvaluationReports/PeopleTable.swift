import Evaluation
import Formatting

/// Everybody in Q15, one row a person, and under them how they differ.
struct PeopleTable {
    private let result: EvaluationResult
    private let shown: [PersonScores]

    /// - Parameter most: rows; if there are more people, those with the least accuracy are shown.
    init(_ result: EvaluationResult, most: Int) {
        self.result = result
        guard result.people.count > most else {
            shown = result.people
            return
        }
        let worst = result.people.indices.sorted { one, other in
            let (a, b) = (Self.accuracy(result.people[one]), Self.accuracy(result.people[other]))
            return (a, one) < (b, other)
        }
        shown = worst.prefix(most).sorted().map { result.people[$0] }
    }

    private static func accuracy(_ person: PersonScores) -> Double { person.q15.classification.accuracy ?? 2 }

    var head: [String] { ["person", "windows", "accuracy, %", "Q15 − float", "macro F1, %", "found", "false", "an hour"] }

    var rows: [[String]] {
        shown.map { person in
            let side = person.q15
            return [
                person.name, Numbers.count(person.windows), percentage(side.classification.accuracy),
                Numbers.points(from: person.float.classification.accuracy, to: side.classification.accuracy),
                percentage(side.classification.macroF1), side.events.events > 0 ? EvaluationWords.found(side.events) : "–",
                Numbers.count(side.events.falseEvents), EvaluationWords.rate(side.events.falseEventsPerHour),
            ]
        }
    }

    /// How people differ: means and standard deviations of everybody, also of those who are not shown.
    var spread: [[String]] {
        let figures: [Spread?] = [
            result.spread { $0.classification.accuracy }, result.spread { $0.classification.macroF1 },
            result.spread { $0.events.events > 0 ? Double($0.events.hits) / Double($0.events.events) : nil },
        ]
        let rates = result.spread { $0.events.falseEventsPerHour }
        func row(_ name: String, _ share: (Spread) -> Double?, _ rate: (Spread) -> Double?) -> [String] {
            let words = figures.map { $0.flatMap(share).map { Numbers.decimal($0 * 100, 1) } ?? "–" }
            return [
                name, "", words[0], "", words[1], words[2] == "–" ? "–" : words[2] + " %", "",
                EvaluationWords.rate(rates.flatMap(rate)),
            ]
        }
        return [
            row("mean of people", { $0.mean }, { $0.mean }),
            row("standard deviation", { $0.standardDeviation }, { $0.standardDeviation }),
        ]
    }

    /// A sentence if not everybody is shown.
    var note: [String] {
        let left = result.people.count - shown.count
        return left > 0 ? ["and \(Numbers.count(left)) more, who are recognised better"] : []
    }

    private func percentage(_ share: Double?) -> String { Numbers.percentage(share, decimals: 1) }
}
