import ArgumentParser
import Formatting
import Models
import MotionCore
import Recordings

/// What to learn from, and whom to keep out of it.
struct TrainingDataOptions: ParsableArguments {
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath]
    @OptionGroup var background: BackgroundOptions
    @Option(help: "The classes in their order, separated by commas; other labels are not learned. Default: every label but none.")
    var labels: String?
    @Option(help: "from=to: rename a label; may be repeated.") var map: [String] = []
    @Option(help: "Samples per second to bring the recordings to. Default: their own.") var rate: Double?
    @Option(help: "Window length in samples. Default: two seconds; 1 with --layers 0.") var window: Int?
    @Option(help: "Samples between two windows. Default: a quarter of the window.") var hop: Int?
    @Flag(help: "Every stretch of one label is one gesture, a stroke from its start to its end, and becomes one window.")
    var strokes = false
    @Option(
        help: """
            How a stroke fills the window: stretch, end, centre (see FILES.md), or auto for what does best on people kept out. \
            Means --strokes.
            """)
    var strokeForm: Form?
    @Flag(help: "Leave out windows in which labels change; else the most frequent one counts.") var dropMixed = false
    @Option(help: "Learn from these subjects only, separated by commas.") var subjects: String?
    @Option(help: "Subjects to validate with, separated by commas: they decide which weights are kept.") var validateSubjects:
        String?
    @Option(help: "Sessions to validate with, separated by commas.") var validateSessions: String?
    @Option(help: "Of each label's sessions every so manieth validates, as 5: other recordings, but of the same people.")
    var validateEvery: Int?
    @Option(help: "The end of every session validates, as 0.2 for a fifth: later motion, but of the same people and sessions.")
    var validateTime: Double?
    @Option(parsing: .upToNextOption, help: "Other recordings, of other subjects, to validate with.") var validateData:
        [InputPath] = []
    @Option(help: "Subjects that are kept out and examined at the end, separated by commas.") var testSubjects: String?
    @Flag(help: "First train once without each subject and examine it (windows start from zero unless --state carry).")
    var leaveOneSubjectOut = false
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption

    enum Form: String, ExpressibleByArgument, CaseIterable { case auto, stretch, end, centre }

    /// The forms of strokes to choose from; nil for windows every hop.
    var forms: [StrokeForm]? {
        guard strokes || strokeForm != nil else { return nil }
        return strokeForm.flatMap { StrokeForm(rawValue: $0.rawValue) }.map { [$0] } ?? StrokeForm.allCases
    }

    func check() throws {
        guard !data.isEmpty else { throw ValidationError("--data needs a recording or a folder") }
        _ = try labelMap(map)
        if let labels { _ = try motionq.labels(in: labels, "--labels") }
        for (option, list) in [
            ("--subjects", subjects), ("--validate-subjects", validateSubjects), ("--validate-sessions", validateSessions),
            ("--test-subjects", testSubjects),
        ] {
            if let list { _ = try commaSeparated(list, option) }
        }
        let ways = [
            validateSubjects != nil, validateSessions != nil, validateEvery != nil, validateTime != nil, !validateData.isEmpty,
        ]
        guard ways.count(where: { $0 }) <= 1 else {
            throw ValidationError(
                "choose one of --validate-subjects, --validate-sessions, --validate-every, --validate-time and --validate-data")
        }
        if let validateEvery, !(2...1000).contains(validateEvery) {
            throw ValidationError("--validate-every lies between 2 and 1000: every so manieth session validates, the others train")
        }
        if let validateTime, !(0.01...0.5).contains(validateTime) {
            throw ValidationError("--validate-time lies between 0.01 and 0.5, a part of each session: 0.2 is the last fifth")
        }
        if let rate {
            guard rate > 0, rate <= ModelDescription.mostRate else { throw ValidationError("--rate lies between 0 and 10000") }
        }
        if let window { guard (1...4096).contains(window) else { throw ValidationError("--window lies between 1 and 4096") } }
        if let hop { guard (1...4096).contains(hop) else { throw ValidationError("--hop lies between 1 and 4096") } }
    }

    /// Reads everything and takes it apart.
    ///
    /// - Parameters:
    ///   - form: of strokes; nil for windows every hop.
    ///   - derives: whether attitude, gravity and the acceleration without it are wanted.
    func read(_ form: StrokeForm?, derives: Bool) throws -> TrainingParts {
        guard !derives || form == nil else {
            throw Refusal(
                .usage, "whole strokes are read without their orientation: name channels with --inputs, or leave out --strokes")
        }
        let whole = try dataSet(data.paths, form, derives: derives)
        if derives, let session = whole.sessions.first(where: { !CollectionOfOne($0).haveGravity }) {
            throw Refusal(
                .badData,
                "session \(printable(session.name)) has no gravity in its acceleration, so that nothing can be told from it; leave it out, or "
                    + "learn from ax, ay, az, gx, gy, gz (--inputs)")
        }
        let tested = try names(testSubjects, "--test-subjects", of: whole)
        let learned = try names(subjects, "--subjects", of: whole)
        let validating = try names(validateSubjects, "--validate-subjects", of: whole)
        for (part, others) in [("validation", validating), ("test", tested)] {
            if let name = learned.intersection(others).min() { throw DataSetError.inBoth(subject: name, part: part) }
        }
        if let name = validating.intersection(tested).min() { throw Self.twice(name) }
        var training = tested.isEmpty ? whole : try whole.split(.bySubject(validation: tested)).training
        var validation: DataSet?
        var way: TrainingParts.Way?
        if let (rule, kind) = try split(validating) {
            // Nobody is named to validate: those who are not learned from do not either.
            if validateEvery != nil || validateTime != nil, !learned.isEmpty { training = training.selecting(subjects: learned) }
            let parts = try training.split(rule)
            (training, validation, way) = (parts.training, parts.validation, kind)
        } else if !validateData.isEmpty {
            (validation, way) = (try dataSet(validateData.paths, like: whole), .subjects)
        }
        if !learned.isEmpty { training = training.selecting(subjects: learned) }
        let test = tested.isEmpty ? nil : whole.selecting(subjects: tested)
        if !validateData.isEmpty, let validation {
            try DataSet.checkDisjoint(training, validation)
            if let name = test?.subjects.first(where: validation.subjects.contains) { throw Self.twice(name) }
        }
        try training.checkTrainable()
        return TrainingParts(training: training, validation: validation, test: test, way: way)
    }

    /// Adds background, recorded or made up, to what is learned: as rest.
    ///
    /// - Parameter hasState: whether the network looks at motion; among the postures of a perceptron nothing is made up unasked.
    func addBackground(to parts: inout TrainingParts, hasState: Bool) throws {
        let training = parts.training
        let isAskedFor = !background.background.isEmpty || background.madeUpBackground == true
        let isPossible = parts.rest != nil && training.options.strokes == nil
        guard isAskedFor || (isPossible && hasState && background.isMadeUp) else { return }
        guard let rest = parts.rest else {
            throw Refusal(
                .badData, "background is learned as rest, and no class means that; name it with --rest, or record some as “rest”")
        }
        guard training.options.strokes == nil else {
            throw Refusal(.usage, "background is for windows; strokes are cut out by their motion")
        }
        if !background.background.isEmpty {
            parts.training = try training.adding(background: recordings(background.background.paths), as: rest)
        }
        guard background.isMadeUp else { return }
        parts.madeUpBackground = BackgroundOptions.activities(besides: training.classes)
        let madeUp = BackgroundOptions.madeUp(
            seed: BackgroundOptions.learnedPeople, rate: training.rate, besides: training.classes,
            hasGravity: training.sessions.haveGravity)
        parts.training = try parts.training.adding(background: [madeUp], as: rest, atMost: BackgroundOptions.madeUpShare)
    }

    /// How the recordings are taken apart; nil if nobody asks for it, or with other recordings.
    private func split(_ validating: Set<String>) throws -> (Split, TrainingParts.Way)? {
        if !validating.isEmpty { return (.bySubject(validation: validating), .subjects) }
        if let validateSessions {
            return try (.bySession(validation: Set(commaSeparated(validateSessions, "--validate-sessions"))), .sessions)
        }
        if let validateEvery { return (.bySession(every: validateEvery), .sessions) }
        return validateTime.map { (.byTime(last: $0), .time) }
    }

    private static func twice(_ name: String) -> Refusal {
        Refusal(.badData, "subject \(name) is to validate and to be tested; choose one of the two")
    }

    private func names(_ list: String?, _ option: String, of whole: DataSet) throws -> Set<String> {
        guard let list else { return [] }
        let names = spelled(try commaSeparated(list, option), among: whole.subjects)
        if let stranger = names.first(where: { !whole.subjects.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: whole.subjects)
        }
        return Set(names)
    }

    private func dataSet(_ paths: [String], _ form: StrokeForm?, derives: Bool) throws -> DataSet {
        let read = try recordings(paths)
        Self.warnOfRawCounts(read)
        let classes = try labels.map { try commaSeparated($0, "--labels") }
        let rule = LabelRule(kept: classes, renamed: try labelMap(map), dropped: classes == nil ? ["none"] : [])
        let found = read.lazy.flatMap(\.sessions).compactMap(\.rate).first ?? 50
        guard let form else {
            let window = window ?? max(4, Int(saturating: min((rate ?? found) / 2, 1024).rounded()) * 4)
            return try DataSet(
                read,
                options: DataSet.Options(
                    labels: rule, rate: rate, window: window, hop: hop ?? max(1, window / 4), mixed: dropMixed ? .drop : .majority,
                    derives: derives))
        }
        let rate = rate ?? min(found, StrokeForm.usualRate)
        let window = window ?? form.window(for: read, labels: rule, rate: rate)
        return try DataSet(read, options: DataSet.Options(labels: rule, rate: rate, window: window, hop: window, strokes: form))
    }

    /// Recordings that another data set's network is to be examined on: brought to its rate, with its classes and windows.
    private func dataSet(_ paths: [String], like other: DataSet) throws -> DataSet {
        var options = other.options
        options.rate = other.rate
        options.labels.kept = other.classes
        return try DataSet(recordings(paths), options: options)
    }

    private func recordings(_ paths: [String]) throws -> [Recording] {
        try recordedUnits.readRecordings(recordingFiles(at: paths), userAcceleration: userAcceleration)
    }
}

extension TrainingDataOptions {
    /// Beyond what any hand or foot does to a sensor, in g and rad/s.
    private static let implausible: (acceleration: Float, rotation: Float) = (100, 200)

    /// Counts of a sensor are the likeliest mistake that a network would learn from without complaint.
    fileprivate static func warnOfRawCounts(_ read: [Recording]) {
        for recording in read {
            for session in recording.sessions {
                for (index, value) in session.values.enumerated() {
                    let limit = index % 6 < 3 ? implausible.acceleration : implausible.rotation
                    guard value.magnitude > limit else { continue }
                    let channel = RecordedSession.channelNames[index % 6]
                    return Output.note(
                        "motionq: \(channel) reaches \(value) in \(printable(recording.path)); accelerations are in g and rotations in rad/s, "
                            + "are these raw counts?")
                }
            }
        }
    }
}
