import Files
public import MotionCore
public import Recordings

/// What is in a data set: who, what, how much, what is missing, and which repetitions of a label are unlike the others.
///
/// Recordings are read in pieces, so that they may be of any size. What is held grows with the number of stretches of one label.
public struct DataSetSurvey: Sendable {
    /// One person's part, or one session's where nobody says whose it is.
    public struct Person: Sendable {
        public let name: String
        public fileprivate(set) var sessions = 0
        public fileprivate(set) var samples = 0
        /// Samples that are missing in gaps.
        public fileprivate(set) var lost = 0
        public fileprivate(set) var gaps = 0
        /// By label, also the empty one.
        public fileprivate(set) var secondsByLabel: [String: Double] = [:]
    }

    /// A session, and its samples, counted over the recording.
    struct Session: Sendable {
        let name: String
        let subject: String?
        var samples: Range<Int>
    }

    /// A recording in the order in which it was added, with its sessions in the order of the file.
    struct SurveyedRecording: Sendable {
        let path: String
        var sessions: [Session] = []

        var samples: Int { sessions.last?.samples.upperBound ?? 0 }
    }

    /// Of the sessions, the slowest and the fastest, in samples per second; nil without one that has two time stamps.
    public private(set) var rates: ClosedRange<Double>?
    /// How evenly the stamps of all sessions come.
    public private(set) var intervals = StampIntervals()
    /// In the order of the recordings.
    public private(set) var passages: [Passage] = []
    private(set) var recordings: [SurveyedRecording] = []
    /// Of the repetitions of each label; empty unless they were asked for.
    private(set) var courses: LabelCourses
    /// What all recordings hold of a sample.
    public let channels: NamedChannels
    /// Of each channel that is no motion, what it changes by from sample to sample, over all passages.
    var changes: [Double]
    /// Which kind of axis each channel is, 0 … 2 of an acceleration, 3 … 5 of a rotation; nil of what is no motion.
    private let axes: [Int?]
    /// Labels that mean rest, in small letters: what has one of them is no repetition.
    public let restLabels: Set<String>
    /// What `Passage.chosen` is about.
    let span: TimeSpan
    private let wantsCourses: Bool
    var byName: [String: Person] = [:]

    /// - Parameters:
    ///   - rest: what the label that means rest is called; nil: as people usually call it.
    ///   - span: the time of every session that somebody will select from.
    ///   - channels: of all recordings that will be added.
    ///   - wantsCourses: whether the page will need the courses of the motion.
    public init(
        rest: String? = nil, between span: TimeSpan = TimeSpan(), channels: NamedChannels = .sixAxes, wantsCourses: Bool = false
    ) {
        self.channels = channels
        axes = channels.names.map { NamedChannels.axis(of: $0)?.axis }
        changes = [Double](repeating: 0, count: axes.count { $0 == nil })
        courses = LabelCourses(width: channels.count)
        restLabels = rest.map { [$0.lowercased()] } ?? LabelRule.usualRestLabels
        self.span = span
        self.wantsCourses = wantsCourses
    }

    /// In the order of their names, numbers by their value.
    public var people: [Person] { byName.values.sorted { $0.name.precedes($1.name) } }

    /// Takes a whole recording in.
    ///
    /// - Throws: what is wrong with it.
    public mutating func add(_ stream: RecordingStream) throws(RecordingError) {
        recordings.append(SurveyedRecording(path: stream.path))
        var start = 0.0
        while let part = try stream.next() {
            if !part.isContinuation { start = part.session.timestamps.first ?? 0 }
            add(part.session, from: start, isContinuation: part.isContinuation)
        }
        if wantsCourses { courses.finishPassage() }
    }

    private mutating func add(_ session: RecordedSession, from start: Double, isContinuation: Bool) {
        let clock = SampleClock(session.timestamps)
        let rate = clock.map { 1000 / $0.period }
        if let rate { rates = rates.map { min($0.lowerBound, rate)...max($0.upperBound, rate) } ?? rate...rate }
        if let clock { intervals.add(session.timestamps, by: clock) }
        let first = place(session, isContinuation)
        var person = byName[session.group] ?? Person(name: session.group)
        person.sessions += isContinuation ? 0 : 1
        person.samples += session.count
        person.gaps += clock?.gaps.count ?? 0
        person.lost += clock?.gaps.reduce(0) { $0 + $1.lost } ?? 0
        for run in session.labelRuns {
            let label = session.labels[run.lowerBound]
            person.secondsByLabel[label, default: 0] += Double(run.count) / (rate ?? 1)
            let goesOn = run.lowerBound == 0 && isContinuation && passages.last?.label == label
            add(run, of: session, at: first, from: start, rate, goesOn: goesOn)
        }
        byName[session.group] = person
    }

    /// - Returns: the number of its first sample in the recording.
    private mutating func place(_ session: RecordedSession, _ isContinuation: Bool) -> Int {
        let last = recordings.count - 1
        let first = recordings[last].samples
        if isContinuation, var known = recordings[last].sessions.popLast() {
            known.samples = known.samples.lowerBound..<first + session.count
            recordings[last].sessions.append(known)
        } else {
            recordings[last].sessions.append(
                Session(name: session.name, subject: session.subject, samples: first..<first + session.count))
        }
        return first
    }

    /// - Parameters:
    ///   - run: samples of one label, in the part of a session.
    ///   - first: the number of the part's first sample in the recording.
    ///   - start: the session's first time stamp.
    private mutating func add(
        _ run: Range<Int>, of session: RecordedSession, at first: Int, from start: Double, _ rate: Double?, goesOn: Bool
    ) {
        func seconds(_ index: Int) -> Double { (session.timestamps[index] - start) / 1000 }
        let label = session.labels[run.lowerBound]
        if !goesOn {
            let begin = first + run.lowerBound
            passages.append(
                Passage(
                    recording: recordings[recordings.count - 1].path, session: session.name, person: session.group, label: label,
                    begin: seconds(run.lowerBound), end: 0, samples: begin..<begin, chosen: begin..<begin))
        }
        let last = passages.count - 1
        passages[last].rate = rate ?? 1
        passages[last].samples = passages[last].samples.lowerBound..<first + run.upperBound
        passages[last].end = seconds(run.upperBound - 1)
        for index in run {
            addMotion(of: session, index, isFirst: index == run.lowerBound, to: last)
            guard span.contains(seconds(index)) else { continue }
            let isFirst = passages[last].chosen.isEmpty
            passages[last].chosen = (isFirst ? first + index : passages[last].chosen.lowerBound)..<first + index + 1
        }
        if wantsCourses { courses.add(run, of: session, goesOn: goesOn, isRepetition: isRepetition(label)) }
    }

    /// What is missing moves nothing.
    ///
    /// - Parameter isFirst: of its passage: what it changes by is of the one before.
    private mutating func addMotion(of session: RecordedSession, _ index: Int, isFirst: Bool, to passage: Int) {
        let (now, before) = (index * axes.count, (isFirst ? index : index - 1) * axes.count)
        var (motion, other) = (0.0, 0)
        if passages[passage].changes.count < changes.count {
            passages[passage].changes = [Double](repeating: 0, count: changes.count)
        }
        for (channel, axis) in axes.enumerated() {
            let value = Double(session.values[now + channel])
            let change = abs(value - Double(session.values[before + channel]))
            let moved = axis.map { $0 < 3 ? change : abs(value) / 4 } ?? change
            if axis == nil { other += 1 }
            guard !moved.isNaN else { continue }
            if axis != nil {
                motion += moved
            } else {
                passages[passage].changes[other - 1] += moved
                changes[other - 1] += moved
            }
        }
        passages[passage].motion += motion
    }
}
