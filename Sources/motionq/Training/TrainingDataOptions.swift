import ArgumentParser
import MotionCore
import MotionQWorkshop
import Recordings

/// What to learn from, and whom to keep out of it.
struct TrainingDataOptions: ParsableArguments {
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath]
    @OptionGroup var background: BackgroundOptions
    @Option(help: "Classes in their order, separated by commas. Default: every label but none.") var labels: String?
    @Option(help: .rare("from=to: rename a label; may be repeated.")) var map: [String] = []
    @Option(help: "Samples per second. Default: the recordings'.") var rate: Double?
    @Option(help: "Window length, in samples or as 1.5s. Default: half a gesture.") var window: SampleSpan?
    @Option(help: "From window to window, as above. Default: window / 4.") var hop: SampleSpan?
    @Flag(help: "Each stretch of a label is one gesture and one window.") var strokes = false
    @Option(
        help: .rare(
            """
            How a stroke fills the window (see TRAINING.md); auto: what does best on people kept out. Means --strokes.
            """))
    var strokeForm: Form?
    @Flag(help: .rare("Leave out windows in which labels change; else the most frequent one counts.")) var dropMixed = false
    @Option(help: "Learn from these people only, separated by commas; those who validate are left out.") var subjects: String?
    @Option(help: "People whose accuracy decides which weights are kept.") var validateSubjects: String?
    @Option(help: .rare("Sessions to validate with, separated by commas.")) var validateSessions: String?
    @Option(help: .rare("Every n-th session of each label validates, as 5: other recordings, but of the same people."))
    var validateEvery: Int?
    @Option(help: .rare("The end of every session validates, as 0.2: later motion of the same people and sessions."))
    var validateTime: Double?
    @Option(parsing: .upToNextOption, help: .rare("Other recordings, of other people, to validate with.")) var validateData:
        [InputPath] = []
    @Option(help: "People who are kept out and examined at the end.") var testSubjects: String?
    @Flag(
        help: .rare(
            """
            First train once without each subject and examine it (windows start from zero unless --state carry).
            """))
    var leaveOneSubjectOut = false
    @OptionGroup var reading: ReadingOptions

    enum Form: String, ExpressibleByArgument, CaseIterable { case auto, stretch, end, centre }

    /// The forms of strokes to choose from; nil for windows every hop.
    var forms: [StrokeForm]? {
        guard strokes || strokeForm != nil else { return nil }
        return strokeForm.flatMap { StrokeForm(rawValue: $0.rawValue) }.map { [$0] } ?? StrokeForm.allCases
    }

    /// What only options can say: the rest is the request's to refuse.
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
    }

    /// What is asked for.
    var request: TrainingRecordings {
        get throws {
            var request = TrainingRecordings(RecordingSource(paths: data.paths, reader: reader))
            request.labels = try labels.map { try commaSeparated($0, "--labels") }
            request.renamed = try labelMap(map)
            request.rate = rate
            (request.window, request.windowSeconds) = (window?.samples, window?.seconds)
            (request.hop, request.hopSeconds) = (hop?.samples, hop?.seconds)
            (request.strokeForms, request.dropsMixed) = (forms, dropMixed)
            request.subjects = try names(subjects, "--subjects")
            request.validation = try validation
            request.testSubjects = try names(testSubjects, "--test-subjects")
            return request
        }
    }

    var reader: RecordingReader { reading.reader }

    private var validation: ValidationChoice {
        get throws {
            if validateSubjects != nil { return .subjects(try names(validateSubjects, "--validate-subjects")) }
            if validateSessions != nil { return .sessions(try names(validateSessions, "--validate-sessions")) }
            if let validateEvery { return .everySession(validateEvery) }
            if let validateTime { return .end(share: validateTime) }
            return validateData.isEmpty ? .none : .recordings(RecordingSource(paths: validateData.paths, reader: reader))
        }
    }

    private func names(_ list: String?, _ option: String) throws -> [String] {
        try list.map { try commaSeparated($0, option) } ?? []
    }
}
