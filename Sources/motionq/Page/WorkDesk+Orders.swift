import GuidedSessions
import LivePage
import Models
import MotionCore
import MotionQWorkshop
import MotionRecognition
import Quantization

/// What somebody at a page asks for, but for the choice of a board.
extension WorkDesk {
    /// Carries an order out, or has it wait until it can be.
    func obey(_ order: PageOrder) {
        if case .look = order, study == nil { return }
        page.tell { ($0.trouble, $0.verdict, $0.prompt) = ("", "", nil) }
        endLesson()
        pending = nil
        do {
            switch order {
            case .use(let name):
                pending = .recognise(try use(name))
                settle(nil, rehearsal: nil)
            case .compare(let name): pending = try compare(with: name)
            case .install: pending = .install(try export())
            case .look(let number): pending = .look(number)
            case .resume: pending = setup.map { .recognise($0) }
            case .decide(let decision): pending = .recognise(try use(write(decision)))
            case .teach, .learn, .train: lesson = try begin(order)
            case .record(let labels, let subject, let repetitions, let seconds):
                pending = .record(try plan(labels, subject, repetitions, seconds), subject: subject)
            default: break
            }
        } catch {
            complain(error)
        }
    }

    private func use(_ name: String) throws -> LiveSetup {
        guard folder.models.contains(name) else { throw Refusal(.noInput, "there is no model \(name) in \(folder.path)") }
        let file = try Model(readingQuantizedNetworkAt: folder.model(name))
        let setup = try LiveSetup(file, named: name)
        self.setup = setup
        settle(name, isTaught: file.exemplars != nil)
        return setup
    }

    /// - Returns: what recognises, once more; nil: nothing does yet.
    private func compare(with name: String) throws -> Task? {
        guard name.isEmpty || folder.models.contains(name) else {
            throw Refusal(.noInput, "there is no model \(name) in \(folder.path)")
        }
        other = nil
        if !name.isEmpty {
            let file = try Model(readingQuantizedNetworkAt: folder.model(name))
            do throws(MotionError) {
                other = OtherModel(try MotionModel(file, named: name), named: name, on: page)
            } catch {
                throw Refusal(.badData, "\(error)")
            }
        }
        page.tell { $0.other = name }
        return setup.map { .recognise($0) }
    }

    /// The model that is used, as a board takes it over its line.
    private func export() throws -> DeviceExport {
        guard let model else { throw Refusal(.usage, "there is no model yet to install") }
        let file = try Model(readingQuantizedNetworkAt: folder.model(model.name))
        let export = try DeviceExport(
            file, network: file.requireStreamed(in: model.name), named: model.name, decision: file.decision ?? DecisionParameters())
        try export.requireInstallable()
        return export
    }

    /// Writes the model that is used once more, with another decision.
    ///
    /// - Returns: its name.
    private func write(_ decision: PageDecision) throws -> String {
        guard let model else { throw Refusal(.usage, "there is no model yet to write this into") }
        var file = try Model(readingFileAt: folder.model(model.name))
        file.decision = decision.over(file.decision ?? DecisionParameters())
        let name = folder.newModel("gestures")
        try file.write(toFileAt: folder.model(name))
        return name
    }

    func settle(_ name: String, isTaught: Bool) {
        model = (name, isTaught)
        page.tell { [folder] in ($0.model, $0.isTaught, $0.models) = (name, isTaught, folder.models) }
    }

    /// What is behind the model that is used, and what another decision would make of it; nil: nobody knows.
    func settle(_ study: Study?, rehearsal: (@Sendable (DecisionParameters) -> String)?) {
        self.study = study
        page.rehearse(rehearsal)
        page.show(study: study?.line ?? Study.none)
    }

    private func begin(_ order: PageOrder) throws -> Lesson {
        let taught = model.flatMap { $0.isTaught ? $0.name : nil }
        func request(adds: Bool) throws -> TeachingRequest {
            guard adds, let taught else {
                var request = TeachingRequest(try BaseModel.read(), named: BaseModel.name)
                request.startsAnew = true
                return request
            }
            return TeachingRequest(try Model(readingFileAt: folder.model(taught)), named: taught)
        }
        var wanted: TeachingRequest
        switch order {
        case .train:
            try folder.make()
            var training = TrainingRequest(paths: folder.recordings + page.kept.map(folder.recording))
            training.madeBy = "motionq \(MotionQ.version)"
            try training.check()
            return try .training(training, as: folder.newModel("trained"), in: folder, on: page)
        case .teach(let labels, let examples, let adds, let tellsUnknown):
            wanted = try request(adds: adds)
            try PageWords.requireGestures(labels)
            (wanted.labels, wanted.examplesToMake, wanted.tellsUnknown) = (labels, examples, tellsUnknown)
            try wanted.check()
        case .learn(let names):
            wanted = try request(adds: true)
            let kept = names.filter(page.kept.contains)
            guard !kept.isEmpty else { throw Refusal(.usage, "nothing was kept yet: mark a stretch of the signal and keep it") }
            wanted.examples = RecordingSource(paths: kept.map(folder.recording))
        default: throw CancellationError()
        }
        try folder.make()
        madeUp?.mood.isLed = true
        return try .teaching(wanted, as: folder.newModel("gestures"), in: folder, on: page)
    }

    private func plan(_ labels: [String], _ subject: String, _ repetitions: Int, _ seconds: Double) throws -> RecordingPlan {
        try PageWords.requireGestures(labels)
        try PageWords.requireName(subject)
        guard (1...100).contains(repetitions), (0.5...60).contains(seconds) else {
            throw Refusal(.usage, "each gesture is made 1 to 100 times, for 0.5 to 60 seconds")
        }
        madeUp?.mood.isLed = true
        return RecordingPlan(
            labels: labels, repetitions: repetitions, seconds: seconds, rest: 3, restLabel: ExamplePlan.restLabel)
    }
}
