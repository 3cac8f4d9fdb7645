import Formatting
import Recordings

/// What becomes of every row of a data set: made before anything is written.
struct MendingPlan {
    /// A recording, and its rows that change; none: it is copied as it is.
    struct File {
        let path: String
        let samples: Int
        var spans: [RowSpan] = []
        /// What stays of sessions of which something is dropped, each a session from now on.
        var kept: [Range<Int>] = []

        var dropped: Int { spans.reduce(0) { $0 + ($1.change.isDropped ? $1.samples.count : 0) } }
    }

    private(set) var files: [File] = []
    /// Passages that change, those that were too short to be trimmed, samples that change, and sessions that are cut in parts.
    private(set) var passages = 0
    private(set) var tooShort = 0
    private(set) var samples = 0
    private(set) var seconds = 0.0
    /// Samples that would have been left over without a time.
    private(set) var timeless = 0
    /// Every session's name, so that a new one is none of them.
    private var taken: Set<String>

    /// - Throws: that nothing is selected, or nothing would change or be left.
    init(_ change: DataSetChange, of selection: RowSelection, in survey: DataSetSurvey) throws(CurationError) {
        precondition(survey.span == selection.span, "a survey is made for the time that is selected from")
        try self.init(Self.chosen(change, selection, survey).map { ($0, change) }, in: survey)
    }

    /// - Parameter changes: of passages by their places in the survey, which rise.
    /// - Throws: that nothing would change or be left.
    init(_ changes: [(place: Int, change: DataSetChange)], in survey: DataSetSurvey) throws(CurationError) {
        taken = Set(survey.recordings.flatMap { $0.sessions.map(\.name) })
        files = survey.recordings.map { File(path: $0.path, samples: $0.samples) }
        var place = 0
        for (index, change) in changes {
            let passage = survey.passages[index]
            // Passages stand in the order of the recordings.
            while files[place].path != passage.recording { place += 1 }
            let spans = spans(change, passage)
            guard !spans.isEmpty else { continue }
            passages += 1
            for span in spans {
                samples += span.samples.count
                seconds += Double(span.samples.count) / passage.rate
                files[place].spans.append(span)
            }
        }
        guard passages > 0 else { throw changes.last.map { Self.reason($0.change, tooShort) } ?? .nothingSelected("") }
        for (index, recording) in survey.recordings.enumerated() where files[index].dropped > 0 {
            try splitSessions(of: recording, at: index)
        }
        try requireSomething()
    }

    private func requireSomething() throws(CurationError) {
        if files.allSatisfy({ $0.dropped == $0.samples }) { throw .nothingLeft }
    }

    private static func chosen(
        _ change: DataSetChange, _ selection: RowSelection, _ survey: DataSetSurvey
    ) throws(CurationError) -> [Int] {
        let found = try selection.passages(in: survey)
        guard case .trim = change, selection.labels.isEmpty else { return found }
        let repetitions = found.filter { survey.isRepetition(survey.passages[$0].label) }
        if repetitions.isEmpty { throw .nothingSelected("") }
        return repetitions
    }

    private static func reason(_ change: DataSetChange, _ tooShort: Int) -> CurationError {
        switch change {
        case .relabel(let label): .nothingToChange("all that is selected is called \(label) already")
        case .drop: .nothingLeft
        case .trim:
            .nothingToChange(
                tooShort > 0
                    ? "no repetition that is selected is longer than what would be cut off\(remedy: "cut less")"
                    : "less than a sample would be cut off\(remedy: "cut more, with \(.begin) or \(.end)")")
        }
    }

    private mutating func spans(_ change: DataSetChange, _ passage: Passage) -> [RowSpan] {
        var result = RowChange()
        switch change {
        case .relabel(let label):
            result.label = label
            return label == passage.label ? [] : [RowSpan(passage.chosen, result)]
        case .drop:
            result.isDropped = true
            return [RowSpan(passage.chosen, result)]
        case .trim(let begin, let end, let rest):
            let (first, last) = (begin.samples(of: passage), end.samples(of: passage))
            guard first + last < passage.samples.count else {
                tooShort += 1
                return []
            }
            result.isDropped = rest == nil
            result.label = rest
            let ends = [
                passage.samples.lowerBound..<passage.samples.lowerBound + first,
                passage.samples.upperBound - last..<passage.samples.upperBound,
            ]
            return ends.filter { !$0.isEmpty }.map { RowSpan($0, result) }
        }
    }
}

// MARK: - Sessions around what is dropped

extension MendingPlan {
    /// What follows dropped samples becomes a session of its own: a gap in time alone might be taken for a late stamp, and where
    /// there are no stamps there would be none. What no longer begins where its session began has a new name too, so that a time
    /// that was read off the old one never means something else.
    private mutating func splitSessions(of recording: DataSetSurvey.SurveyedRecording, at index: Int) throws(CurationError) {
        let dropped = files[index].spans.filter { $0.change.isDropped }
        let relabelled = files[index].spans.filter { !$0.change.isDropped }
        var spans: [RowSpan] = []
        var last: String?
        var next = 0
        for session in recording.sessions {
            var run = session.samples.lowerBound
            while next < dropped.count, dropped[next].samples.upperBound <= session.samples.upperBound {
                let span = dropped[next]
                last = try keep(run..<span.samples.lowerBound, of: session, after: last, relabelled, in: &spans, at: index)
                spans.append(span)
                run = span.samples.upperBound
                next += 1
            }
            last = try keep(run..<session.samples.upperBound, of: session, after: last, relabelled, in: &spans, at: index)
        }
        files[index].spans = spans
    }

    /// - Parameters:
    ///   - last: the name of the session that is written before it.
    ///   - relabelled: what is called otherwise in the recording.
    /// - Returns: the name of what is written last.
    private mutating func keep(
        _ samples: Range<Int>, of session: DataSetSurvey.Session, after last: String?, _ relabelled: [RowSpan],
        in spans: inout [RowSpan], at index: Int
    ) throws(CurationError) -> String? {
        guard !samples.isEmpty else { return last }
        files[index].kept.append(samples)
        let inside = relabelled.filter { samples.contains($0.samples.lowerBound) }
        // Where what stood between two sessions of one name is gone, they would become one.
        if samples.lowerBound == session.samples.lowerBound, session.name != last {
            spans += inside
            return session.name
        }
        let other = try newName(session.name)
        var run = samples.lowerBound
        func call(_ samples: Range<Int>, _ change: RowChange) {
            var change = change
            change.session = other
            if !samples.isEmpty { spans.append(RowSpan(samples, change)) }
            run = samples.upperBound
        }
        for span in inside {
            call(run..<span.samples.lowerBound, RowChange())
            call(span.samples, span.change)
        }
        call(run..<samples.upperBound, RowChange())
        return other
    }

    private mutating func newName(_ name: String) throws(CurationError) -> String {
        var number = 2
        while !taken.insert("\(name).\(number)").inserted { number += 1 }
        let result = "\(name).\(number)"
        guard RecordingRewrite.mayBeName(result) else { throw .longName(name) }
        return result
    }
}

// MARK: - What no time tells of

extension MendingPlan {
    /// Packets of samples have one time stamp. What stays of one between two cuts, and nothing else of its session, cannot be read
    /// as a session: it is dropped, too.
    ///
    /// - Throws: a recording that cannot be read any more; that nothing is left.
    mutating func dropTimeless(by reader: RecordingReader) throws {
        for index in files.indices {
            let short = files[index].kept.filter { (2...Self.longestPacket).contains($0.count) }
            guard !short.isEmpty else { continue }
            let found = try Self.timeless(short, of: files[index].path, reader)
            guard !found.isEmpty else { continue }
            timeless += found.reduce(0) { $0 + $1.count }
            files[index].spans.removeAll { span in found.contains { $0.contains(span.samples.lowerBound) } }
            var change = RowChange()
            change.isDropped = true
            files[index].spans += found.map { RowSpan($0, change) }
            files[index].spans.sort { $0.samples.lowerBound < $1.samples.lowerBound }
        }
        try requireSomething()
    }

    /// Samples that may come at once.
    private static let longestPacket = 1_000

    private static func timeless(
        _ runs: [Range<Int>], of path: String, _ reader: RecordingReader
    ) throws(RecordingError) -> [Range<Int>] {
        var (first, current) = (0, 0)
        var begin = 0.0
        var result: [Range<Int>] = []
        let stream = try reader.stream(path)
        while current < runs.count, let part = try stream.next() {
            let held = first..<first + part.session.count
            while current < runs.count, held.contains(runs[current].lowerBound) || held.contains(runs[current].upperBound - 1) {
                let run = runs[current]
                if held.contains(run.lowerBound) { begin = part.session.timestamps[run.lowerBound - first] }
                guard held.contains(run.upperBound - 1) else { break }
                if part.session.timestamps[run.upperBound - 1 - first] == begin { result.append(run) }
                current += 1
            }
            first = held.upperBound
        }
        return result
    }
}
