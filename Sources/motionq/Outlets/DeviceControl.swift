import LiveLoop
import Outlets

/// What is asked of a device from outside, handed to its live loop.
final class DeviceControl: OutletControl {
    let cues = CueQueue(tellsOutcomes: true)
    let pause = RecognitionPause()

    var isPaused: Bool { pause.isOn }

    func obey(_ request: OutletRequest) {
        switch request {
        case .action(let action): cues.ask(action)
        case .pause(let isOn): pause.isOn = isOn
        }
    }
}
