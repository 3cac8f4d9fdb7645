import Formatting

/// Who recorded how many minutes of what: a row for each person, as far as there is room, and sums.
struct MinutesTable {
    private let survey: DataSetSurvey
    private let people: [DataSetSurvey.Person]
    /// Labels that have a column, and those that share one.
    private let columns: [String]
    private let others: [String]

    /// Rows of people, and columns of labels, at most.
    static let mostPeople = 60
    private static let mostColumns = 12

    init(_ survey: DataSetSurvey) {
        self.survey = survey
        people = survey.people
        let byMinutes = survey.secondsByLabel.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        columns = byMinutes.prefix(Self.mostColumns).sorted()
        others = Array(byMinutes.dropFirst(Self.mostColumns))
    }

    var head: [String] {
        ["minutes"] + columns.map { $0.isEmpty ? "(none)" : printable($0) } + (others.isEmpty ? [] : ["other labels"])
            + ["all", "sessions", "lost"]
    }

    var rows: [[String]] {
        var rows = people.prefix(Self.mostPeople).map { person in
            row(printable(person.name), [person]) + [Self.loss(person.lost, of: person.samples)]
        }
        let rest = people.dropFirst(Self.mostPeople)
        if !rest.isEmpty { rows.append(row("\(Numbers.count(rest.count)) more", Array(rest)) + [""]) }
        return rows + [row("all", people) + [""], stretches]
    }

    /// How long each person's minutes of a label are beside the most that one recorded of one; none of rest.
    var bars: [[Double?]] {
        let most = people.lazy.flatMap(\.secondsByLabel).filter { survey.isRepetition($0.key) }.map(\.value).max() ?? 0
        return people.prefix(Self.mostPeople).map { person in
            columns.map { label in
                let seconds = person.secondsByLabel[label] ?? 0
                return survey.isRepetition(label) && seconds > 0 ? seconds / most : nil
            }
        }
    }

    /// What is missing of all that should be there.
    static func loss(_ lost: Int, of samples: Int) -> String {
        lost == 0 ? "0" : Numbers.percent(Double(lost) / Double(samples + lost))
    }

    private func row(_ name: String, _ people: [DataSetSurvey.Person]) -> [String] {
        func seconds(_ label: String) -> Double { people.reduce(0) { $0 + ($1.secondsByLabel[label] ?? 0) } }
        let left = others.isEmpty ? [] : [others.reduce(0) { $0 + seconds($1) }]
        let all = people.reduce(0) { $0 + $1.secondsByLabel.values.reduce(0, +) }
        return [name] + (columns.map(seconds) + left + [all]).map { Numbers.decimal($0 / 60, 2) }
            + [Numbers.count(people.reduce(0) { $0 + $1.sessions })]
    }

    private var stretches: [String] {
        let counts = survey.passageCounts
        let left = others.isEmpty ? [] : [others.reduce(0) { $0 + (counts[$1] ?? 0) }]
        return ["stretches"] + (columns.map { counts[$0] ?? 0 } + left + [survey.passages.count]).map { Numbers.count($0) } + [
            "", "",
        ]
    }
}
