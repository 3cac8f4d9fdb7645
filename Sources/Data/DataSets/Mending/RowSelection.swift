import Files
import Formatting

/// Which part of a data set is meant: what all of these have in common. What is empty or nil asks for nothing.
public struct RowSelection: Sendable, Equatable {
    /// Names of sessions.
    public var sessions: [String] = []
    /// People, or sessions by their names where nobody says whose they are.
    public var subjects: [String] = []
    public var labels: [String] = []
    /// Recordings by their paths, or by their names without the folder.
    public var files: [String] = []
    public var span = TimeSpan()
    /// Only repetitions that are unlike the others of their label, in the whole data set.
    public var onlyOutliers = false

    public init() {}

    /// Whether it asks for nothing, so that everything is meant.
    public var isEverything: Bool { self == RowSelection() }

    /// Passages of which some samples are chosen, by their places in the survey, which was made for `span`.
    ///
    /// - Throws: that there is nothing by one of the names, or nothing that all of it describes.
    func passages(in survey: DataSetSurvey) throws(CurationError) -> [Int] {
        try require(sessions, "session", among: survey.recordings.flatMap { $0.sessions.map(\.name) })
        try require(subjects, "subject", among: survey.people.map(\.name))
        try require(labels, "label", among: survey.labels)
        try require(files, "file", among: survey.recordings.flatMap { [$0.path, Path.name(of: $0.path)] })
        var outlying: Set<String> = []
        if onlyOutliers { outlying = Set(survey.outliers.map { Self.key($0.passage) }) }
        let found = survey.passages.indices.filter { index in
            let passage = survey.passages[index]
            return !passage.chosen.isEmpty && Self.asks(sessions, for: passage.session)
                && Self.asks(subjects, for: passage.person) && Self.asks(labels, for: passage.label)
                && (files.isEmpty || files.contains(passage.recording) || files.contains(Path.name(of: passage.recording)))
                && (!onlyOutliers || outlying.contains(Self.key(passage)))
        }
        if found.isEmpty { throw .nothingSelected(words) }
        return found
    }

    private static func key(_ passage: Passage) -> String { "\(passage.samples.lowerBound) \(passage.recording)" }

    private static func asks(_ names: [String], for name: String) -> Bool { names.isEmpty || names.contains(name) }

    private func require(_ names: [String], _ kind: String, among known: [String]) throws(CurationError) {
        let all = Set(known)
        guard let stranger = names.first(where: { !all.contains($0) }) else { return }
        throw .unknown(kind: kind, name: stranger, known: all.sorted { $0.precedes($1) })
    }

    /// As settings with their values, for a sentence.
    private var words: Sentence {
        var words: [Sentence] = []
        let chosen: [(Setting, [String])] = [(.session, sessions), (.subject, subjects), (.label, labels), (.file, files)]
        for (setting, names) in chosen { words += names.map { "\(setting, .text($0))" } }
        let times: [(Setting, Double?)] = [(.from, span.from), (.to, span.to)]
        for (setting, seconds) in times {
            if let seconds { words.append("\(setting, .text(String(printing: "%g", seconds)))") }
        }
        if onlyOutliers { words.append("\(.outliers)") }
        return words.joined(separator: " ")
    }
}
