import DeviceFormats
import Formatting
import LiveLoop
public import MotionRecognition
import WireProtocol

/// What a program wants to know of a live run. Every method does nothing unless it is implemented.
///
/// Called on a thread of its own, one call at a time, while `LiveMotion.run` waits: it may take as long as it likes and delays no
/// sample and no light. What it does not take in time is dropped, windows first, and it is told how many.
public protocol MotionObserver: AnyObject {
    /// A window was classified. Its event, if any, follows.
    func windowClassified(_ window: MotionWindow)
    /// A gesture or an activity began or ended.
    func eventHappened(_ event: MotionEvent)
    /// The connection changed.
    func connectionChanged(_ connection: MotionConnection)
    /// The device answered a command, or never did.
    func feedbackSettled(_ feedback: MotionFeedback.Outcome)
    /// Samples came; the windows that they complete follow.
    func samplesReceived(_ samples: MotionSamples)
    /// So many windows were dropped, because this observer had not taken what came before; thousands may wait.
    func windowsMissed(_ count: Int)
    /// So many samples were dropped, each of them, for the same reason; they go before windows do.
    func samplesMissed(_ count: Int)
    /// Whether samples are told, which is asked once; false unless it is implemented.
    var wantsSamples: Bool { get }
}

extension MotionObserver {
    /// Passes the window over.
    public func windowClassified(_ window: MotionWindow) {}
    /// Passes the event over.
    public func eventHappened(_ event: MotionEvent) {}
    /// Passes the change over.
    public func connectionChanged(_ connection: MotionConnection) {}
    /// Passes the outcome over.
    public func feedbackSettled(_ feedback: MotionFeedback.Outcome) {}
    /// Passes the samples over.
    public func samplesReceived(_ samples: MotionSamples) {}
    /// Passes the loss over.
    public func windowsMissed(_ count: Int) {}
    /// Passes the loss over.
    public func samplesMissed(_ count: Int) {}
    /// No samples are wanted.
    public var wantsSamples: Bool { false }
}

/// How it stands with the connection to the device.
public struct MotionConnection: Sendable, Equatable, CustomStringConvertible {
    /// What is known of the device just now.
    public enum State: Sendable, Equatable {
        /// The port is open; the device has not said yet who it is.
        case opened
        /// The device said what it measures; windows begin.
        case connected
        /// Samples were lost on the way, or the device restarted; windows begin again.
        case interrupted
        /// A device of another make is heard, and waits for something that a person must do or say; the description tells what.
        case undecided
        /// Nothing that can be read is heard.
        case silent
        /// The port is gone; it is opened again as soon as it is back.
        case disconnected
    }

    /// How it stands.
    public let state: State
    /// Who is connected; nil before the device has said so.
    public let device: ConnectedDevice?
    /// Samples lost by what happened just now.
    public let lostSamples: Int
    /// One sentence for a person, without a full stop. What the device says of itself is escaped in it.
    public let description: String

    /// What was found out of a device of another make.
    init(_ news: FormatNews, device: ConnectedDevice?) {
        state = news.wantsHelp ? .undecided : device == nil ? .opened : .connected
        self.device = device
        lostSamples = 0
        description = news.sentence.worded(by: FormatWording())
    }

    /// Nil for what changes nothing.
    init?(_ change: LinkChange, device: ConnectedDevice?) {
        self.device = device
        guard let sentence = change.sentence?.description else { return nil }
        description = sentence
        var lost = 0
        switch change {
        case .opened: state = .opened
        case .session, .otherNetwork, .otherLibrary, .actuatorsMissing: state = .connected
        case .gap(let samples):
            state = .interrupted
            lost = samples
        case .restarted: state = .interrupted
        case .rateWrong(let mismatch): state = mismatch.isPaused ? .interrupted : .connected
        case .clockSet, .clockUnknown, .rateRight, .resampled, .failsafe, .irregular, .unlikeLearned, .rangesWanted,
            .rangesSmall, .rangesFound:
            state = .connected
        case .silent, .mute, .unintelligible, .helloRefused, .helloMissing, .channelsMissing, .loopback: state = .silent
        case .disconnected, .reopening: state = .disconnected
        case .statistics: return nil
        }
        lostSamples = lost
    }
}
