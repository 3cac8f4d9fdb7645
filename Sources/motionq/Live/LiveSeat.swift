import Formatting
import LiveLoop
import LivePage
import MotionQWorkshop
import Outlets
import PageServer
import Transport

/// A device that is followed, and whoever hears of it.
///
/// Another model may be asked for by way of an outlet: then the device is left in order, as at the end of a run, and followed
/// anew with that model. Its port stays open, so that no board is reset.
final class LiveSeat: @unchecked Sendable {
    /// One for each model that may be asked for; with the first it begins.
    private var tasks: [LiveTask]
    private var current = 0
    private let json: Bool
    private let control: DeviceControl?
    private var stage: LiveStage
    private var shown: ShownPage?
    private var outlets: DeviceOutlets?

    /// - Parameters:
    ///   - page: where a page shows it, too.
    ///   - outgoing: what else hears of it.
    /// - Throws: a refusal, if the system gives no thread or an outlet cannot be had.
    init(_ task: LiveTask, json: Bool, page: (RunPage, servedBy: LoopbackServer)?, _ outgoing: Outgoing?) throws {
        tasks = [task] + task.others
        self.json = json
        stage = try Self.stage(of: task, json: json)
        shown = try page.map { try ShownPage($0, servedBy: $1, comparedWith: task.knownMotion) }
        guard let outgoing else {
            (outlets, control) = (nil, nil)
            return
        }
        let names = tasks.map(\.title)
        let control = DeviceControl(models: names)
        self.control = control
        for place in tasks.indices {
            (tasks[place].options.cues, tasks[place].options.pause) = (control.cues, control.pause)
        }
        outlets = try outgoing.outlets(
            of: task.heardModel(choice: names), port: task.choice.port, voice: task.choice.voice, control: control)
    }

    private var task: LiveTask { tasks[current] }
    private var names: [String] { tasks.map(\.title) }

    private static func stage(of task: LiveTask, json: Bool) throws -> LiveStage {
        try LiveStage(task.reporter(json: json), comparedWith: task.knownMotion, isReplay: task.choice.scene.replayed != nil)
    }

    /// Whether the port was opened at all.
    private(set) var hasBegun = false

    /// Tells the page that the device is followed no more.
    ///
    /// - Parameter sentence: why; nil: it has come to its end.
    func end(_ sentence: String?) { shown?.page.end(sentence) }

    /// Which device of several, for people.
    var name: String { task.choice.voice.name ?? "" }

    /// Follows the device until it is told to stop, or cannot go on.
    ///
    /// - Parameters:
    ///   - reconnects: whether a port that goes away is waited for.
    ///   - isLast: whether no other device is followed.
    /// - Throws: a refusal, or the end with 130.
    func follow(reconnects: Bool, isLast: Bool) throws {
        defer {
            shown?.conclude()
            outlets?.conclude()
        }
        let kept = tasks.count > 1 ? KeptPort() : nil
        defer { kept?.close() }
        let device = try FollowedDevice(task.choice, observer: observer, in: kept)
        // The model before, which is gone back to if the device lacks what this one reads.
        var before: Int?
        while true {
            let (refusal, conclude) = follow(device, reconnects: reconnects, kept)
            if let refusal, refusal.code == .badData, !Interrupt.isRaised, let place = before {
                task.choice.voice.note("\(refusal.description); \(names[place]) goes on")
                before = nil
                try change(to: place, device, conclude)
            } else if refusal == nil, !Interrupt.isRaised, let place = wantedModel(kept) {
                before = current
                try change(to: place, device, conclude)
                task.choice.voice.note("\(names[place]) recognises from now on")
            } else {
                return try stage.end(refusal, isLast: isLast, conclude: conclude)
            }
        }
    }

    /// Follows the device with one model.
    ///
    /// - Returns: why it could not go on, and what says the last words of its reporter.
    private func follow(
        _ device: FollowedDevice, reconnects: Bool, _ kept: KeptPort?
    ) -> (Refusal?, conclude: (any LiveReporter) -> Void) {
        var refusal = device.run(task.model, options: task.options, reconnects: reconnects, isUrgent: true) { [control, current] in
            control?.isModelWanted(beside: current) == true && kept?.transport != nil
        }
        let shadows = task.options.shadows
        if refusal == nil, shadows, let fault = device.statistics.shadowFault { refusal = fault.refusal }
        if device.hasBegun { hasBegun = true }
        return (
            refusal,
            { [statistics = device.statistics, hasBegun = device.hasBegun, refusal] reporter in
                if hasBegun { reporter.conclude(statistics, shadows: shadows, refusal) }
            }
        )
    }

    /// The place of a model that was asked for. A device that is away keeps the one of before until it is back.
    private func wantedModel(_ kept: KeptPort?) -> Int? {
        guard kept?.transport != nil, control?.isModelWanted(beside: current) == true else { return nil }
        return control?.takeModel()
    }

    /// Whoever hears of the device.
    private var observer: any LiveObserver {
        let listening = shown?.joined(to: stage.observer) ?? stage.observer
        return outlets?.joined(to: listening) ?? listening
    }

    /// Another model recognises from now on.
    private func change(to place: Int, _ device: FollowedDevice, _ conclude: @escaping (any LiveReporter) -> Void) throws {
        if try !stage.leave(conclude) { task.choice.voice.note("the output is not read; some of it was given up") }
        current = place
        stage = try Self.stage(of: task, json: json)
        if let model = task.model {
            try shown?.change(
                to: PageModel(model, title: task.title, decision: task.options.decision), comparedWith: task.knownMotion)
        }
        try outlets?.change(to: task.heardModel(choice: names))
        device.isHeard(by: observer)
    }
}
