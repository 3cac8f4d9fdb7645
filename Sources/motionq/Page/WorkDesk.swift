import DeviceFormats
import Formatting
import GuidedSessions
import LivePage
import Models
import MotionQWorkshop
import MotionRecognition
import PageServer
import Quantization
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
        case install(DeviceExport)
        case look(Int)
    }

    let folder: WorkFolder
    let orders = WaitingOrders()
    let hand = PageHand()
    let page: RunPage
    private let manner: PortManner
    /// What is being learned.
    var lesson: Lesson?
    /// Hash of the network whose windows the page has; nil: none.
    var network: UInt64?
    /// What begins as soon as the units are certain.
    var pending: Task?
    /// The model that is used, and whether labels can be added to it.
    var model: (name: String, isTaught: Bool)?
    /// What the last training came to, and the recordings that say so.
    var study: Study?
    /// What recognises, and the model that is shown the same motion.
    var setup: LiveSetup?
    var other: OtherModel?
    /// The simulated board, if that was chosen, and whoever holds it.
    var madeUp: (board: SimulatedBoard, mood: WritersMood)?

    init(_ manner: PortManner, folder: WorkFolder) {
        (self.manner, self.folder) = (manner, folder)
        let relay = OrderRelay(orders, hand, folder)
        page = RunPage(PageModel(), wording: CommandWording()) { relay.pass($0) }
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
            ($0.recordings, $0.takesNetworks) = (folder.people, false)
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
        guard canBegin(isCertain), let task = pending else { return nil }
        pending = nil
        return task
    }

    /// Whether what is pending can begin: only what was recorded is looked at with whatever units.
    private func canBegin(_ isCertain: Bool) -> Bool { if case .look? = pending { true } else { isCertain && pending != nil } }

    /// Whether something is to be done: the device is left for it.
    func isCalled(_ kept: KeptPort) -> Bool {
        guard !orders.isAny else { return true }
        let isCertain = kept.hasCertainUnits
        let isHandStill = madeUp?.mood.isBusy != true
        switch lesson?.state {
        case .wants: return isCertain && isHandStill
        case .over: return true
        default: return canBegin(isCertain)
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

    // MARK: What came of it

    private func learned(_ result: Result<Lesson.Outcome, any Error>) {
        page.tell { $0.prompt = nil }
        do {
            let outcome = try result.get()
            setup = outcome.setup
            settle(outcome.name, isTaught: outcome.isTaught)
            settle(outcome.study, rehearsal: outcome.rehearsal)
            page.tell { $0.verdict = outcome.verdict }
            for note in outcome.notes { page.say(note) }
            if outcome.isTaught { madeUp?.mood.shapes = outcome.setup.model.description.labels.count }
            pending = .recognise(outcome.setup)
        } catch {
            complain(error)
        }
    }

    func endLesson() {
        lesson?.cancel()
        lesson = nil
        letGo()
    }

    /// Whoever holds a simulated board is led by its lights no more.
    func letGo() { madeUp?.mood.isLed = false }

    func complain(_ error: any Error) {
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
