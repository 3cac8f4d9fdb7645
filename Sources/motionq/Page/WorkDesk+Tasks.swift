import DeviceTools
import Formatting
import GuidedSessions
import LiveLoop
import LivePage
import MotionQWorkshop
import MotionRecognition
import Quantization
import Transport

/// What is done with a board, one thing at a time: the live loop runs on this thread, and those who hear of it have their own.
extension WorkDesk {
    func perform(_ task: Task, _ choice: ChosenPort, _ kept: KeptPort) throws {
        switch task {
        case .watch: try watch(choice, kept)
        case .show(let plan): try show(plan, choice, kept)
        case .record(let plan, let subject): try record(plan, of: subject, choice, kept)
        case .recognise(let setup): try recognise(setup, choice, kept)
        case .install(let export): try install(export, kept)
        case .look(let number): look(number)
        }
    }

    private func watch(_ choice: ChosenPort, _ kept: KeptPort) throws {
        var told: PageWork.Stage?
        try follow(choice, kept, options: choice.liveOptions, observers: [page]) { [self] in
            let stage = stage(kept)
            if stage != told { page.tell { $0.stage = stage } }
            told = stage
            return isCalled(kept)
        }
    }

    private func recognise(_ setup: LiveSetup, _ choice: ChosenPort, _ kept: KeptPort) throws {
        var options = choice.liveOptions
        options.feedback = setup.feedback
        if let decision = setup.decision { options.decision = decision }
        show(setup)
        page.tell { $0.stage = .recognising }
        let observer: any LiveObserver = setup.knownMotion.map { MotionWatcher($0, shown: page) } ?? page
        try follow(choice, kept, setup, options: options, observers: [observer] + (other.map { [$0] } ?? [])) { [self] in
            isCalled(kept)
        }
    }

    /// The windows are this model's.
    private func show(_ setup: LiveSetup) {
        var decision = LiveOptions().decision
        if let own = setup.decision { decision = own }
        page.change(
            to: PageModel(setup.model, title: setup.name, decision: decision),
            keepsWindows: setup.model.networkHash != nil && setup.model.networkHash == network)
        network = setup.model.networkHash
    }

    /// Shows what was recorded, until somebody wants something else. Nobody listens to the board meanwhile.
    private func look(_ number: Int) {
        if let setup { show(setup) }
        page.tell { $0.stage = .looking }
        var wanted: Int? = number
        do {
            while let number = wanted {
                try study?.show(number, on: page)
                while !orders.isAny, !Interrupt.isRaised { orders.wait(.milliseconds(300)) }
                wanted = orders.takeLook()
            }
        } catch {
            complain(error)
            pending = setup.map { .recognise($0) }
        }
    }

    private func show(_ plan: ExamplePlan, _ choice: ChosenPort, _ kept: KeptPort) throws {
        guard let lesson else { return }
        var live = choice.liveOptions
        live.rate = plan.rate
        live.cues = CueQueue()
        let options = plan.recorderOptions(folder.recording(folder.newRecording("examples")), cues: live.cues)
        let all = plan.labels.count * plan.count
        do {
            let recorder = try lead(options, live, choice, kept) { $0.repetitions == all }
            lesson.give(recorder.repetitions == all ? .success(options.path) : .failure(CancellationError()))
        } catch {
            lesson.give(.failure(CancellationError()))
            throw error
        }
    }

    private func record(_ plan: RecordingPlan, of subject: String, _ choice: ChosenPort, _ kept: KeptPort) throws {
        defer { letGo() }
        try folder.make()
        var live = choice.liveOptions
        live.cues = CueQueue()
        let options = try RecordingFolder(folder.pathOfPeople).options(plan, subject: subject, live: live, derives: false)
        let recorder = try lead(options, live, choice, kept) { $0.repetitions > 0 }
        let made = Numbers.count(recorder.repetitions, "repetition")
        page.tell { [folder] in
            ($0.recordings, $0.prompt) = (folder.people, nil)
            $0.verdict = recorder.repetitions > 0 ? "recorded \(made) of \(subject)" : "nothing was recorded"
        }
    }

    /// Leads somebody through a plan, and writes what they do.
    ///
    /// - Parameter isWanted: whether what was made is to be kept.
    private func lead(
        _ options: RecorderOptions, _ live: LiveOptions, _ choice: ChosenPort, _ kept: KeptPort,
        isWanted: (Recorder) -> Bool
    ) throws -> Recorder {
        let recorder = Recorder(options) { [page] event in page.tell { $0.follow(event) } }
        hand.lead(recorder.keys)
        page.tell { $0.stage = .showing }
        defer { hand.lead(nil) }
        try follow(choice, kept, options: live, observers: [page, recorder]) { [orders] in recorder.isOver || orders.isAny }
        try recorder.finish(keeps: isWanted(recorder))
        if let failure = recorder.failure { throw failure }
        return recorder
    }

    private func install(_ export: DeviceExport, _ kept: KeptPort) throws {
        page.tell { $0.stage = .installing }
        let transport = try kept.lend { () throws(TransportError) in
            throw TransportError(.disconnected, port: "the board", operation: "open")
        }
        let line = TransportLine(transport) { [orders] in Interrupt.isRaised || orders.isAny }
        let installer = Installer(over: line, session: .random(in: 1...UInt32.max)) { [page] progress in
            guard case .sent(let bytes) = progress else { return }
            page.tell { $0.verdict = "\(Numbers.bytes(bytes)) of \(Numbers.bytes(export.image.count)) are there" }
        }
        let installed = try installer.run(
            .install(image: export.image, imageHash: export.imageHash, network: export.networkHash))
        let sentence = "the board runs it by itself now" + (installed.changed ? "" : ", as it did before")
        page.tell { $0.verdict = sentence }
    }

    private func follow(
        _ choice: ChosenPort, _ kept: KeptPort, _ setup: LiveSetup? = nil, options: LiveOptions, observers: [any LiveObserver],
        until isOver: @escaping () -> Bool
    ) throws {
        let queues = try observers.map { try ObserverQueue.following($0) }
        // What waits is heard before anything else is done.
        defer { for queue in queues { _ = queue.finish(within: 2) } }
        let observer = queues.dropFirst().reduce(queues[0] as any LiveObserver) { BothObservers($0, $1) }
        let device = try FollowedDevice(choice, observer: observer, in: kept)
        if let refusal = device.run(setup?.model, options: options, reconnects: true, isUrgent: true, until: isOver) {
            throw refusal
        }
    }
}
