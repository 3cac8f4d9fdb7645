import LivePipeline
import WireProtocol

/// What the device shows of the guide: the light of a label while it is to be made, a beep when it begins and ends, and three
/// before.
struct Lights {
    private let plan: RecordingPlan
    private let cues: CueQueue?
    /// In the order in which they are first asked for: LED 0 is the first one's.
    private let labels: [String]
    private var lit: UInt8?

    /// Hz and ms.
    private static let ready: (UInt16, UInt16) = (660, 60)
    private static let go: (UInt16, UInt16) = (1320, 150)
    private static let stop: (UInt16, UInt16) = (440, 150)
    /// Units of an actuator.
    private static let most = 8

    init(_ plan: RecordingPlan, cues: CueQueue?) {
        self.plan = plan
        self.cues = cues
        var labels: [String] = []
        for prompt in plan.prompts where !labels.contains(prompt.label) { labels.append(prompt.label) }
        self.labels = labels
    }

    mutating func show(_ event: RecordingGuide.Event) {
        switch event {
        case .countdown: beep(Self.ready)
        case .begin(let prompt):
            beep(Self.go)
            guard let place = labels.firstIndex(of: prompt.label), place < Self.most else { break }
            lit = UInt8(place)
            cues?.ask(ActuatorAction(actuator: Actuator.led.rawValue, unit: UInt8(place), pattern: .on))
        case .end:
            beep(Self.stop)
            dark()
        case .next, .lastRest, .done: break
        }
    }

    mutating func dark() {
        guard let lit else { return }
        cues?.ask(ActuatorAction(actuator: Actuator.led.rawValue, unit: lit, pattern: .off))
        self.lit = nil
    }

    private func beep(_ tone: (frequency: UInt16, milliseconds: UInt16)) {
        var action = ActuatorAction(actuator: Actuator.buzzer.rawValue, unit: 0, pattern: .on)
        action.frequency = tone.frequency
        action.duration = tone.milliseconds
        cues?.ask(action)
    }
}
