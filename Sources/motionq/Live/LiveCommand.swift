import Foundation
import LiveLoop
import LivePage
import Models
import MotionQWorkshop
import MotionRecognition
import SignalProcessing

/// What `run` and `monitor` share: follow a device until told to stop, for a person or for a program.
struct LiveCommand {
    let choice: ChosenPort
    let model: LiveModel?
    let options: LiveOptions
    let untilDisconnected: Bool
    let json: Bool
    /// Where motion is to be cut at its pauses.
    var segments: SegmentSettings?
    /// The motion that the model learned from; nil: it does not say.
    var knownMotion: KnownMotion?
    /// Where a page shows it, too, and the model's name there.
    var page: PagePort?
    var title = ""

    func run() throws {
        // What opens the port may have to wait for it.
        Interrupt.install()
        let stage = try LiveStage(reporter, comparedWith: knownMotion)
        let shown = try page.map {
            try ShownPage(
                RunPage(of: model, title: title, decision: options.decision), at: $0, comparedWith: knownMotion)
        }
        defer { shown?.end() }
        let device = try FollowedDevice(choice, observer: shown?.joined(to: stage.observer) ?? stage.observer)
        var refusal = device.run(model, options: options, reconnects: !untilDisconnected)
        if refusal == nil, options.shadows, let fault = device.statistics.shadowFault { refusal = fault.refusal }
        try stage.end(refusal) { [hasBegun = device.hasBegun, statistics = device.statistics, refusal] reporter in
            if hasBegun { reporter.conclude(statistics, shadows: options.shadows, refusal) }
        }
    }

    private var reporter: any LiveReporter {
        let labels = model?.description.labels ?? []
        if let segments, let model {
            let base: any LiveReporter = json ? LiveLines(labels: labels) : PlainReporter(labels: labels)
            return SegmentReporter(base, LiveSegmenter(segments, for: model.description), json: json)
        }
        if json { return LiveLines(labels: labels, showsSamples: model == nil, iron: choice.sensor.iron(of:)) }
        let compass = model == nil ? Compass(choice.sensor.iron(of:)) : nil
        return Terminal.drawsPictures ? LiveView(labels: labels, compass: compass) : PlainReporter(labels: labels, compass: compass)
    }
}
