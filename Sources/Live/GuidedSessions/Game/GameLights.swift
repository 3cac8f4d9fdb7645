import LiveLoop

/// What the device shows of a game: the light of the gesture that is asked for, a high beep for a right answer, and at the end a
/// low one, or a flourish.
struct GameLights {
    private let gestures: [Int]
    private let cues: CueQueue
    private var lit: Int?

    init(_ gestures: [Int], cues: CueQueue) {
        self.gestures = gestures
        self.cues = cues
    }

    mutating func show(_ event: GestureGame.Event) {
        dark()
        switch event {
        case .asked(let gesture, _):
            lit = gestures.firstIndex(of: gesture)
            if let lit { cues.light(lit, isOn: true) }
            cues.beep(hertz: 660, milliseconds: 80)
        case .right: cues.beep(hertz: 1320, milliseconds: 150)
        case .over(.won): cues.beep(hertz: 1760, milliseconds: 400)
        case .over: cues.beep(hertz: 220, milliseconds: 500)
        case .broken: break
        }
    }

    mutating func dark() {
        if let lit { cues.light(lit, isOn: false) }
        lit = nil
    }
}
