import LiveLoop

/// What the device shows of the guide: the light of a label while it is to be made, a beep when it begins and ends, and three
/// before.
struct GuideLights {
    private let cues: CueQueue?
    /// In the order in which they are first asked for: LED 0 is the first one's.
    private let labels: [String]
    private var lit: Int?

    init(_ plan: RecordingPlan, cues: CueQueue?) {
        self.cues = cues
        var labels: [String] = []
        for prompt in plan.prompts where !labels.contains(prompt.label) { labels.append(prompt.label) }
        self.labels = labels
    }

    mutating func show(_ event: RecordingGuide.Event) {
        switch event {
        case .countdown: cues?.beep(hertz: 660, milliseconds: 60)
        case .begin(let prompt):
            cues?.beep(hertz: 1320, milliseconds: 150)
            lit = labels.firstIndex(of: prompt.label)
            if let lit { cues?.light(lit, isOn: true) }
        case .end:
            cues?.beep(hertz: 440, milliseconds: 150)
            dark()
        case .next, .unheard, .lastRest, .done: break
        }
    }

    mutating func dark() {
        if let lit { cues?.light(lit, isOn: false) }
        lit = nil
    }
}
