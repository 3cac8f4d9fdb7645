import ForeignTables
import Formatting
import MotionQWorkshop
import Testing

/// A number outside of its range is the caller's mistake, and a mistake in a program that serves others must not end it.
@Suite("A setting outside of its range is refused by its name")
struct RefusedSettingsTests {
    typealias Change<Request> = @Sendable (inout Request) -> Void

    private static let trainings: [(Setting, Change<TrainingRequest>)] = [
        (Setting.layers, { $0.settings.layers = -1 }), (.hidden, { $0.settings.hidden = 0 }),
        (.dense, { $0.settings.dense = 1025 }), (.context, { $0.settings.context = 1 }), (.batch, { $0.settings.batch = 0 }),
        (.epochs, { $0.settings.length = .passes(0) }), (.patience, { $0.settings.length = .passes(5, patience: 0) }),
        (.steps, { $0.settings.length = .cycles(first: 0, most: 1) }), (.dropout, { $0.settings.dropout = 1 }),
        (.weightDecay, { $0.settings.weightDecay = .nan }), (.learningRate, { $0.settings.learningRate = -1 }),
        (.counterexamples, { $0.settings.counterexamples = 5 }), (.counterexamples, { $0.settings.counterexamples = 1 }),
        (.temperature, { $0.settings.temperature = 0 }), (.mounting, { $0.settings = .anyMounting(inputs: ["ax"]) }),
        (.inputs, { $0.settings.inputs = ["ax", "ax"] }),
        (.inputs, { $0.settings.inputs = [] }), (.rotation, { $0.settings.variations.rotation = [30] }),
        (.spin, { $0.settings.variations.spin = 181 }), (.scale, { $0.settings.variations.scale = 2 }),
        (.warp, { $0.settings.variations.warp = 1 }), (.pace, { $0.settings.variations.pace = -1 }),
        (.ends, { $0.settings.variations.ends = 0.5 }), (.drift, { $0.settings.variations.drift = .infinity }),
        (.noise, { $0.settings.variations.noise = 11 }), (.labelShift, { $0.settings.variations.labelShift = 1 }),
        (.rate, { $0.data.rate = 0 }), (.window, { $0.data.window = 0 }), (.hop, { $0.data.hop = 4097 }),
        (.validateEvery, { $0.data.validation = .everySession(1) }), (.validateTime, { $0.data.validation = .end(share: 1) }),
        (.strokeForm, { $0.data.strokeForms = [] }),
        (.layers, { ($0.settings.layers, $0.data.strokeForms) = (0, [.stretch]) }),
        (.layers, { ($0.settings.layers, $0.settings.state) = (0, .carry) }),
    ]

    private static let searches: [(Setting, Change<SearchRequest>)] = [
        (.search, { $0.budget.minutes = 0 }), (.mostCandidates, { $0.budget.mostCandidates = 0 }),
        (.mostBytes, { $0.budget.mostBytes = -1 }), (.mostInstructions, { $0.budget.mostInstructions = 0 }),
        (.layers, { $0.training.settings.layers = 0 }), (.state, { $0.training.settings.state = .carry }),
        (.strokeForm, { $0.training.data.strokeForms = StrokeForm.allCases }), (.window, { $0.training.data.window = -5 }),
    ]

    @Test("before a training reads anything", arguments: trainings)
    func training(_ setting: Setting, _ change: Change<TrainingRequest>) throws {
        var request = TrainingRequest(paths: ["nothing.csv"])
        change(&request)
        let error = try #require(throws: RequestError.self) { try request.run() }
        #expect(error.kind == .usage && error.names(setting), "\(error.sentence)")
    }

    @Test("before a search reads anything", arguments: searches)
    func search(_ setting: Setting, _ change: Change<SearchRequest>) throws {
        var search = SearchRequest(training: TrainingRequest(paths: ["nothing.csv"]))
        change(&search)
        let error = try #require(throws: RequestError.self) { try search.run() }
        #expect(error.kind == .usage && error.names(setting), "\(error.sentence)")
    }

    @Test("before recordings are cut into segments")
    func segments() throws {
        var request = SegmentationRequest(RecordingSource(paths: ["nothing.csv"]))
        request.look.side = 0
        #expect(try #require(throws: RequestError.self) { try request.run() }.names(.imageSide))
        request = SegmentationRequest(RecordingSource(paths: ["nothing.csv"]))
        request.settings = .motion(shortest: -1)
        #expect(try #require(throws: RequestError.self) { try request.run() }.names(.fit))
    }

    @Test("before tables and captures are converted")
    func conversions() throws {
        var tables = TableConversionRequest(["nothing.csv"], output: "nowhere")
        tables.reader.rate = -1
        #expect(try #require(throws: RequestError.self) { try tables.run() }.names(.recordedRate))
        var captures = CaptureConversionRequest(["nothing.log"])
        captures.options.rate = 0
        #expect(try #require(throws: RequestError.self) { _ = try captures.run() }.names(.deviceRate))
        captures = CaptureConversionRequest(["nothing.log"])
        captures.options.columns = []
        #expect(try #require(throws: RequestError.self) { _ = try captures.run() }.names(.columns))
    }

    @Test("before a model is tuned, taught or evaluated")
    func models() throws {
        let model = try SmallTraining.model()
        var tuning = TuningRequest(model: model, data: LabelledMotion(paths: ["nothing.csv"]))
        tuning.mostFalsePerHour = -1
        #expect(try #require(throws: RequestError.self) { try tuning.run() }.names(.maxFalsePerHour))
        var strokes = StrokeTuningRequest(model, named: "model", recordings: RecordingSource(paths: ["nothing.csv"]))
        strokes.mostFalsePerHour = .infinity
        #expect(try #require(throws: RequestError.self) { try strokes.run() }.names(.maxFalsePerHour))
        var teaching = TeachingRequest(model, named: "model")
        teaching.examplesToMake = 0
        #expect(try #require(throws: RequestError.self) { try teaching.run() }.names(.examples))
        var evaluation = try EvaluationRequest(model, named: "model")
        evaluation.times = 0
        #expect(try #require(throws: RequestError.self) { try evaluation.run() }.names(.repeat))
    }
}

extension RequestError {
    /// Whether the sentence, or its remedy, names the setting by value.
    fileprivate func names(_ setting: Setting) -> Bool {
        (sentence.parts + (sentence.remedy?.parts ?? [])).contains { part in
            if case .setting(setting, _) = part { true } else { false }
        }
    }
}

extension LearningSettings {
    fileprivate static func anyMounting(inputs: [String]) -> LearningSettings {
        var settings = LearningSettings()
        (settings.isMountedAnyWay, settings.inputs) = (true, inputs)
        return settings
    }
}
