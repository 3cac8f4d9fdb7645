import DataSets
import Formatting
import LivePage
import Recordings
import Simulation

/// A page with a data set: its repetitions, each with its motion and its course beside those of its label. What is wrong is
/// dropped there, or called otherwise, and all is written again into a new folder.
final class CurationPage {
    private let page: RunPage
    private let orders = WaitingOrders()
    private let survey: DataSetSurvey
    private let reader: RecordingReader

    /// Seconds around a repetition that is shown.
    private static let margin = 2.0

    /// - Parameters:
    ///   - survey: of all recordings, with courses.
    ///   - paths: the recordings as somebody named them.
    ///   - reader: what the survey was read by.
    init(_ survey: DataSetSurvey, of paths: [String], by reader: RecordingReader) {
        (self.survey, self.reader) = (survey, reader)
        page = RunPage(PageModel(), wording: CommandWording()) { [orders] in orders.give($0) }
        page.show(study: survey.pageLine(of: paths))
    }

    /// Serves the page until it is interrupted.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    func serve(at place: PagePort) throws {
        try place.serve(page, orders) { sentence in
            tell(sentence, isDone: false)
        } obey: { order in
            switch order {
            case .look(let place): try look(at: place)
            case .mend(let mending): try mend(mending)
            default: break
            }
        }
    }

    private func look(at place: Int) throws {
        guard survey.passages.indices.contains(place) else { return }
        let passage = survey.passages[place]
        guard let shown = try survey.surroundings(of: place, seconds: Self.margin, by: reader) else {
            throw Refusal(.noInput, "\(printable(passage.recording)) does not hold this any more")
        }
        if let problem = survey.channels.deviceProblem { throw Refusal(.badData, "this cannot be drawn: \(problem)") }
        let measured = MeasuredSession(shown.session, rate: shown.rate)
        var line = JSONLine(type: "shown")
        line.add("place", place)
        line.add("samples", [shown.samples.lowerBound, shown.samples.upperBound])
        if let course = try survey.comparison(of: place, by: reader) { line.add("panels", course.panels.map(\.line)) }
        page.show(RecordedMotion(device: measured.device, counts: measured.counts, windows: []), as: line)
    }

    private func mend(_ mending: PageMending) throws {
        guard !mending.folder.isEmpty else { throw Refusal(.usage, "name a folder for the mended data set") }
        guard !mending.dropped.isEmpty || !mending.renamed.isEmpty else {
            throw Refusal(.usage, "nothing was dropped or renamed yet")
        }
        for label in mending.renamed.values { try PageWords.requireName(label) }
        var changes = mending.renamed.mapValues { DataSetChange.relabel(as: $0) }
        for place in mending.dropped { changes[place] = .drop }
        var mended = try MendedDataSet(changes, in: survey, by: reader)
        try mended.write(to: mending.folder)
        let stretches = Numbers.count(mended.stretches, "stretch", "stretches")
        tell(
            "\(stretches) changed; written: \(printable(mending.folder)), \(Numbers.count(mended.files.count, "file"))",
            isDone: true)
    }

    private func tell(_ sentence: String, isDone: Bool) {
        var line = JSONLine(type: "mended")
        line.add("sentence", sentence)
        line.add("is_done", isDone)
        page.report(line)
    }
}

extension DataSetSurvey {
    /// Repetitions that a page lists at most; of more, those unlike the others come first.
    private static var most: Int { 4000 }

    /// What is in it, as dataset.js reads it.
    fileprivate func pageLine(of paths: [String]) -> JSONLine {
        let unlike = outliers.reduce(into: [String: Outlier]()) { $0[Self.key($1.passage)] = $1 }
        let repetitions = passages.indices.filter { isRepetition(passages[$0].label) }
        let first = repetitions.filter { unlike[Self.key(passages[$0])] != nil }
        let listed = repetitions.count <= Self.most ? repetitions : Array((first + repetitions).prefix(Self.most))
        var line = JSONLine(type: "dataset")
        line.add("paths", paths)
        line.add("labels", labels.filter(isRepetition))
        line.add("people", people.count)
        line.add("repetitions", repetitions.count)
        line.add(
            "stretches",
            Array(Set(listed)).sorted().map { place in
                let passage = passages[place]
                var line = JSONLine()
                line.add("place", place)
                line.add("label", passage.label)
                line.add("person", passage.person)
                line.add("session", passage.session)
                line.add("from", passage.begin, digits: 3)
                line.add("to", passage.end, digits: 3)
                if let outlier = unlike[Self.key(passage)] { line.add("unlike", outlier.words) }
                return line
            })
        return line
    }

    private static func key(_ passage: Passage) -> String { "\(passage.samples.lowerBound) \(passage.recording)" }
}

extension CourseComparison.Panel {
    fileprivate var line: JSONLine {
        var line = JSONLine()
        line.add("unit", unit)
        line.add(
            "channels",
            channels.map { channel in
                var line = JSONLine()
                line.add("name", channel.name)
                line.add("mean", channel.mean, digits: 5)
                line.add("deviation", channel.deviation, digits: 5)
                line.add("single", channel.single, digits: 5)
                return line
            })
        return line
    }
}
