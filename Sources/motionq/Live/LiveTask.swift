import LiveLoop
import LivePage
import MotionQWorkshop
import MotionRecognition
import Outlets
import PageServer
import SignalProcessing

/// A device that `run` or `monitor` follows, and how.
struct LiveTask {
    let choice: ChosenPort
    let model: LiveModel?
    var options: LiveOptions
    /// Where motion is to be cut at its pauses.
    var segments: SegmentSettings?
    /// The motion that the model learned from; nil: it does not say.
    var knownMotion: KnownMotion?
    /// The model's name on a page.
    var title = ""

    /// Tells how it goes.
    ///
    /// - Parameter json: to programs.
    fileprivate func reporter(json: Bool) -> any LiveReporter {
        let labels = model?.description.labels ?? []
        let voice = choice.voice
        if let segments, let model {
            let base: any LiveReporter =
                json ? LiveLines(labels: labels, voice: voice) : PlainReporter(labels: labels, voice: voice)
            return SegmentReporter(base, LiveSegmenter(segments, for: model.description), json: json, voice: voice)
        }
        if json { return LiveLines(labels: labels, showsSamples: model == nil, iron: choice.sensor.iron(of:), voice: voice) }
        let compass = model == nil ? Compass(choice.sensor.iron(of:)) : nil
        // One terminal has room for the picture of one device.
        let drawsPicture = Terminal.drawsPictures && voice.name == nil
        return drawsPicture
            ? LiveView(labels: labels, compass: compass) : PlainReporter(labels: labels, compass: compass, voice: voice)
    }
}

/// A device that is followed, and whoever hears of it.
final class LiveSeat: @unchecked Sendable {
    private var task: LiveTask
    private let stage: LiveStage
    private let shown: ShownPage?
    private let outlets: DeviceOutlets?

    /// - Parameters:
    ///   - page: where a page shows it, too.
    ///   - outgoing: what else hears of it.
    /// - Throws: a refusal, if the system gives no thread or an outlet cannot be had.
    init(_ task: LiveTask, json: Bool, page: (RunPage, servedBy: LoopbackServer)?, _ outgoing: Outgoing?) throws {
        self.task = task
        stage = try LiveStage(task.reporter(json: json), comparedWith: task.knownMotion)
        shown = try page.map { try ShownPage($0, servedBy: $1, comparedWith: task.knownMotion) }
        guard let outgoing else {
            outlets = nil
            return
        }
        let control = DeviceControl()
        (self.task.options.cues, self.task.options.pause) = (control.cues, control.pause)
        outlets = try outgoing.outlets(of: task.model, port: task.choice.port, voice: task.choice.voice, control: control)
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
            outlets?.conclude(by: task.choice.voice)
        }
        let listening = shown?.joined(to: stage.observer) ?? stage.observer
        let device = try FollowedDevice(task.choice, observer: outlets?.joined(to: listening) ?? listening)
        var refusal = device.run(task.model, options: task.options, reconnects: reconnects, isUrgent: true)
        if refusal == nil, task.options.shadows, let fault = device.statistics.shadowFault { refusal = fault.refusal }
        hasBegun = device.hasBegun
        let shadows = task.options.shadows
        try stage.end(refusal, isLast: isLast) { [statistics = device.statistics, refusal, hasBegun] reporter in
            if hasBegun { reporter.conclude(statistics, shadows: shadows, refusal) }
        }
    }
}
