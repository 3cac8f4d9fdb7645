import GuidedSessions
import LiveLoop

/// Shows how a recording goes.
protocol RecordDisplay: AnyObject {
    func begin(_ options: RecorderOptions)
    func show(_ event: RecorderEvent)
    func linkChanged(_ change: LinkChange)
    func samplesReceived(_ samples: LiveSamples)
    /// Nothing moves any more.
    func close()
    /// What came of it.
    func conclude(_ result: Recorder.Result, _ options: RecorderOptions)
}

extension RecordDisplay {
    func samplesReceived(_ samples: LiveSamples) {}
    func close() {}
}

/// Hands what the live loop tells to the recorder first, and then to whoever shows it.
final class RecordReporter: LiveReporter {
    let recorder: Recorder
    private let display: any RecordDisplay

    init(_ options: RecorderOptions, display: any RecordDisplay, speaker: Speaker?) {
        self.display = display
        recorder = Recorder(options) { event in
            speaker?.say(event, isListening: options.plan.settle != nil)
            display.show(event)
        }
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        recorder.linkChanged(change, statistics: statistics)
        display.linkChanged(change)
    }

    func samplesReceived(_ samples: LiveSamples) {
        recorder.samplesReceived(samples)
        display.samplesReceived(samples)
    }

    func messageReceived(_ message: DeviceMessage) { recorder.messageReceived(message) }
    func momentsDropped(_ dropped: DroppedMoments) { recorder.momentsDropped(dropped) }
    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {}
}
