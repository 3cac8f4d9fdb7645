public import Formatting
import Foundation
import MotionCore
public import Recordings

/// A data set as one self-contained HTML page: what each label's motion looks like, who recorded how much of it, and what is
/// unlike the rest.
///
/// Recordings give the same bytes each time. However many there are, the page stays below about a megabyte: it says what is not
/// drawn.
public struct DataSetPage {
    let survey: DataSetSurvey
    let outliers: [Outlier]
    /// Those that are drawn, in the order of the recordings, with their courses.
    let drawn: [(outlier: Outlier, course: Course)]
    /// The recordings as somebody named them.
    let paths: [String]
    let wording: any Wording

    /// Labels and outliers that are drawn, and outliers that are listed, at most.
    static let mostLabels = 24
    static let mostDrawn = 24
    static let mostListed = 200

    /// Reads the recordings of the outliers that are drawn once more.
    ///
    /// - Parameters:
    ///   - survey: of all recordings, with courses.
    ///   - paths: the recordings as somebody named them, for the headline and for commands.
    ///   - reader: what the survey was read by.
    ///   - wording: in which words settings and use cases are named.
    /// - Throws: a recording that cannot be read any more.
    public init(
        _ survey: DataSetSurvey, of paths: [String], by reader: RecordingReader, wording: any Wording = PlainWording()
    ) throws {
        self.wording = wording
        self.survey = survey
        self.paths = paths
        let found = survey.outliers
        outliers = found
        let most = found.indices.sorted { abs(log(found[$0].strength)) > abs(log(found[$1].strength)) }
        let chosen = most.prefix(Self.mostDrawn).sorted().map { found[$0] }
        let courses = try reader.courses(of: chosen.map(\.passage), width: survey.channels.count)
        drawn = zip(chosen, courses).compactMap { outlier, course in course.map { (outlier, $0) } }
    }

    /// UTF-8 text that is well-formed XML, too.
    public var html: String {
        Page.html(
            title: "\(named): the data set", topic: "a data set", headline: headline,
            what: "<b>\(Markup.escaped(named))</b>: \(Markup.escaped(extent)).",
            body: tiles + labels + minutes + unlike + notes + footer)
    }

    private var named: String {
        let shown = paths.prefix(3).map(printable).joined(separator: ", ")
        return paths.count > 3 ? "\(shown) and \(Numbers.count(paths.count - 3)) more" : shown
    }

    private var headline: String {
        let people = survey.people.count
        let who = people == 1 ? "one person" : "\(Numbers.count(people)) people"
        guard !repetitions.isEmpty else { return "\(Numbers.duration(seconds)) of motion by \(who)." }
        return "\(Numbers.count(repetitionCount, "repetition")) of \(Numbers.count(repetitions.count, "label")) by \(who)."
    }

    private var sessions: Int { survey.people.reduce(0) { $0 + $1.sessions } }

    private var extent: String {
        [Numbers.count(survey.recordings.count, "file"), Numbers.count(sessions, "session"), Numbers.count(samples, "sample")]
            .joined(separator: ", ")
    }

    private var tiles: String {
        let lost = survey.people.reduce(0) { $0 + $1.lost }
        let gaps = survey.people.reduce(0) { $0 + $1.gaps }
        let named = survey.secondsByLabel.filter { survey.isRepetition($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        let resting = seconds - named.reduce(0) { $0 + $1.value }
        let lengths = survey.passages.filter { survey.isRepetition($0.label) }.map(\.length).sorted()
        let rates = survey.rates.map { $0.upperBound < 1.05 * $0.lowerBound ? [$0.lowerBound] : [$0.lowerBound, $0.upperBound] }
        return Markup.tiles([
            ("People", Numbers.count(survey.people.count), "in \(Numbers.count(sessions, "session"))"),
            ("Repetitions", Numbers.count(repetitionCount), "of \(Numbers.count(repetitions.count, "label")), rest aside"),
            ("Motion", Numbers.duration(seconds), "\(Numbers.duration(resting)) of it rest, or without a label"),
            (
                "Length of a repetition", Numbers.decimal(lengths.median, 1, unit: "s"),
                lengths.isEmpty ? "there is none" : "the median; " + Self.range(lengths)
            ),
            (
                "Lost", MinutesTable.loss(lost, of: samples),
                lost == 0 ? "no sample is missing" : "\(Numbers.count(lost, "sample")) in \(Numbers.count(gaps, "gap"))"
            ),
            (
                "Balance",
                named.count > 1 ? "1 : " + Numbers.decimal((named.last?.value ?? 0) / max(1e-9, named[0].value), 1) : "–",
                named.count > 1 ? "\(printable(named[0].key)) against \(printable(named.last?.key ?? ""))" : "one label"
            ),
            ("Unlike the rest", Numbers.count(outliers.count), "of \(Numbers.count(repetitionCount, "repetition"))"),
            (
                "Rate", rates.map { $0.map { Numbers.decimal($0, 1) }.joined(separator: "–") + " Hz" } ?? "–",
                "by the time stamps"
            ),
        ])
    }

    /// “1.2 to 3.4 s”, of lengths that rise.
    static func range(_ lengths: [Double]) -> String {
        let (least, most) = (Numbers.decimal(lengths.first, 1), Numbers.decimal(lengths.last, 1))
        return least == most ? "all of \(most) s" : "\(least) to \(most) s"
    }

    // MARK: - Sums

    /// Labels that are no rest, each with its repetitions, by name.
    var repetitions: [(label: String, passages: [Passage])] {
        Dictionary(grouping: survey.passages.filter { survey.isRepetition($0.label) }, by: \.label).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    var repetitionCount: Int { survey.passages.count { survey.isRepetition($0.label) } }
    private var seconds: Double { survey.secondsByLabel.values.reduce(0, +) }
    private var samples: Int { survey.people.reduce(0) { $0 + $1.samples } }
}
