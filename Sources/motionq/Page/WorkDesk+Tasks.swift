import GuidedSessions
import LiveLoop
import LivePage
import MotionQWorkshop
import MotionRecognition
import Transport

/// What is done with a board, one thing at a time: the live loop runs on this thread, and those who hear of it have their own.
extension WorkDesk {
    func perform(_ task: Task, _ choice: ChosenPort, _ kept: KeptPort) throws {
        switch task {
        case .watch: try watch(choice, kept)
        case .show(let plan): try show(plan, choice, kept)
        case .recognise(let setup): try recognise(setup, choice, kept)
        }
    }

    private func watch(_ choice: ChosenPort, _ kept: KeptPort) throws {
        var told: PageWork.Stage?
        hand.lead()
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
        let cues = CueQueue()
        options.cues = cues
        hand.lead(cues: cues)
        page.change(
            labels: setup.model.description.labels, title: setup.name, decision: setup.model.parameters(options.decision))
        page.tell { $0.stage = .recognising }
        let observer: any LiveObserver = setup.knownMotion.map { MotionWatcher($0, shown: page) } ?? page
        try follow(choice, kept, setup, options: options, observers: [observer]) { [self] in isCalled(kept) }
    }

    private func show(_ plan: ExamplePlan, _ choice: ChosenPort, _ kept: KeptPort) throws {
        guard let lesson else { return }
        var live = choice.liveOptions
        live.rate = plan.rate
        live.cues = CueQueue()
        let path = folder.recording(folder.newRecording("examples"))
        let recorder = Recorder(plan.recorderOptions(path, cues: live.cues)) { [page] event in
            page.tell { $0.follow(event) }
        }
        hand.lead(keys: recorder.keys, cues: live.cues)
        page.tell { $0.stage = .showing }
        defer { hand.lead() }
        let all = plan.labels.count * plan.count
        do {
            try follow(choice, kept, options: live, observers: [page, recorder]) { [orders] in recorder.isOver || orders.isAny }
            let isWhole = recorder.repetitions == all
            try recorder.finish(keeps: isWhole)
            if let failure = recorder.failure { throw failure }
            lesson.give(isWhole ? .success(path) : .failure(CancellationError()))
        } catch {
            lesson.give(.failure(CancellationError()))
            throw error
        }
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
        if let refusal = device.run(setup?.model, options: options, reconnects: true, until: isOver) { throw refusal }
    }
}
