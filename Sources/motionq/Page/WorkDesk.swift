import DeviceFormats
import Formatting
import GuidedSessions
import LivePage
import Models
import MotionCore
import MotionQWorkshop
import MotionRecognition
import PageServer
import Transport

/// The work at a page: follows the board that somebody chose there, and does one thing after the other with it as they ask.
///
/// It stands on the thread that follows the device; orders come from the server's.
final class WorkDesk {
    /// What is done with the board.
    enum Task {
        case watch
        case show(ExamplePlan)
        case record(RecordingPlan, subject: String)
        case recognise(LiveSetup)
    }

    let folder: WorkFolder
    let orders = WaitingOrders()
    let hand = PageHand()
    let page: RunPage
    private let manner: PortManner
    /// What is being learned.
    var lesson: Lesson?
    /// What begins as soon as the units are certain.
    private var pending: Task?
    /// The model that is used, and whether labels can be added to it.
    private var model: (name: String, isTaught: Bool)?
    /// The simulated board, if that was chosen, and whoever holds it.
    private var madeUp: (board: SimulatedBoard, mood: WritersMood)?

    init(_ manner: PortManner, folder: WorkFolder) {
        (self.manner, self.folder) = (manner, folder)
        let relay = OrderRelay(orders, hand, folder)
        page = RunPage(labels: [], title: "", wording: CommandWording()) { relay.pass($0) }
        relay.page = page
    }

    /// Serves the page until it is interrupted.
    ///
    /// - Parameter first: the board's port, if it was named.
    /// - Throws: a refusal: there is no page.
    func serve(at place: PagePort, first: String?) throws {
        Interrupt.install()
        page.tell { [folder] in ($0.folder, $0.models) = (folder.path, folder.models) }
        let server = try place.serving(page)
        defer { server.stop() }
        Output.text("open this in a browser, on this machine: \(server.address)")
        Output.note("Ctrl-C ends it; what is taught and kept stands in \(folder.path)")
        var port = first
        while !Interrupt.isRaised {
            guard let chosen = port ?? choice() else { continue }
            port = follow(chosen)
        }
    }

    /// Waits until somebody chooses a board; nil: not yet, or not any more.
    private func choice() -> String? {
        let boards = PortDirectory.list().map { PageWork.Board(port: $0.path, words: $0.names) }
        page.tell { [folder] in
            ($0.stage, $0.port, $0.boards, $0.models, $0.prompt) = (.choosing, "", boards, folder.models, nil)
            $0.recordings = folder.people
        }
        switch orders.next(within: .milliseconds(300)) {
        case .open(let port): return port
        case .simulate: return simulatedPort()
        default: return nil
        }
    }

    private func simulatedPort() -> String? {
        do {
            let mood = WritersMood()
            let board = try SimulatedBoard(heldBy: mood)
            madeUp = (board, mood)
            return try board.port()
        } catch {
            complain(error)
            return nil
        }
    }

    // MARK: With a board

    /// - Returns: another port that was chosen meanwhile; nil: none.
    private func follow(_ port: String) -> String? {
        let kept = KeptPort()
        defer {
            kept.close()
            endLesson()
            pending = nil
            madeUp?.board.end()
            madeUp = nil
        }
        var choice = ChosenPort(port: port, manner: manner)
        choice.needsCertainUnits = false
        choice.tell = { [page] in
            Output.note($0)
            page.say($0)
        }
        page.tell { ($0.port, $0.trouble, $0.verdict) = (port, "", "") }
        var task = Task.watch
        while !Interrupt.isRaised {
            do {
                try perform(task, choice, kept)
            } catch {
                complain(error)
                if case .watch = task { return nil }
            }
            task = .watch
            if let due = due(kept) {
                task = due
                continue
            }
            switch orders.next() {
            case .leave: return nil
            case .open(let other): return other
            case let order?: obey(order)
            case nil: break
            }
        }
        return nil
    }

    /// What can begin now, or has come to its end; nil: nothing.
    private func due(_ kept: KeptPort) -> Task? {
        let isCertain = kept.hasCertainUnits
        switch lesson?.state {
        case .wants(let plan) where isCertain && madeUp?.mood.isBusy != true: return .show(plan)
        case .over(let result):
            lesson = nil
            madeUp?.mood.isLed = false
            learned(result)
        default: break
        }
        guard isCertain, let task = pending else { return nil }
        pending = nil
        return task
    }

    /// Whether something is to be done: the device is left for it.
    func isCalled(_ kept: KeptPort) -> Bool {
        guard !orders.isAny else { return true }
        let isCertain = kept.hasCertainUnits
        let isHandStill = madeUp?.mood.isBusy != true
        switch lesson?.state {
        case .wants: return isCertain && isHandStill
        case .over: return true
        default: return isCertain && pending != nil
        }
    }

    /// How far it is while the device is watched.
    func stage(_ kept: KeptPort) -> PageWork.Stage {
        let isCertain = kept.hasCertainUnits
        switch lesson?.state {
        case .wants, nil: return isCertain || (lesson == nil && pending == nil) ? .watching : .turning
        default: return .learning
        }
    }

    // MARK: Orders

    private func obey(_ order: PageOrder) {
        page.tell { ($0.trouble, $0.verdict, $0.prompt) = ("", "", nil) }
        endLesson()
        pending = nil
        do {
            switch order {
            case .use(let name): pending = .recognise(try use(name))
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
        settle(name, isTaught: file.exemplars != nil)
        return setup
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

    private func settle(_ name: String, isTaught: Bool) {
        model = (name, isTaught)
        page.tell { [folder] in ($0.model, $0.isTaught, $0.models) = (name, isTaught, folder.models) }
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

    private func learned(_ result: Result<Lesson.Outcome, any Error>) {
        page.tell { $0.prompt = nil }
        do {
            let outcome = try result.get()
            settle(outcome.name, isTaught: outcome.isTaught)
            page.tell { $0.verdict = outcome.verdict }
            for note in outcome.notes { page.say(note) }
            if outcome.isTaught { madeUp?.mood.shapes = outcome.setup.model.description.labels.count }
            pending = .recognise(outcome.setup)
        } catch {
            complain(error)
        }
    }

    private func endLesson() {
        lesson?.cancel()
        lesson = nil
        letGo()
    }

    /// Whoever holds a simulated board is led by its lights no more.
    func letGo() { madeUp?.mood.isLed = false }

    private func complain(_ error: any Error) {
        guard !(error is CancellationError), !Interrupt.isRaised else { return }
        let sentence = PageWords.sentence(error)
        page.tell { ($0.trouble, $0.prompt) = (sentence, nil) }
        Output.note("motionq: \(sentence)")
    }
}

extension KeptPort {
    /// Whether it is known in which units the device measures.
    fileprivate var hasCertainUnits: Bool {
        guard let transport else { return false }
        return (transport as? TranslatedTransport)?.hasCertainUnits ?? true
    }
}
