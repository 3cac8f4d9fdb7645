import LiveLoop
import MotionQWorkshop
import MotionRecognition
import Outlets
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
    /// This device with each other model that may be asked for while it runs.
    var others: [LiveTask] = []

    /// What recognises, as outlets hear of it.
    func heardModel(choice: [String]) -> OutletModel {
        guard let about = model?.description else { return .none }
        return OutletModel(name: title, labels: about.labels, rest: about.restIndex, choice: choice)
    }

    /// Tells how it goes.
    ///
    /// - Parameter json: to programs.
    func reporter(json: Bool) -> any LiveReporter {
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
