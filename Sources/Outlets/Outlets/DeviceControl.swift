package import LiveLoop

/// What is asked of a device from outside, handed to its live loop by way of its `LiveOptions`.
package final class DeviceControl: OutletControl {
    package let cues = CueQueue(tellsOutcomes: true)
    package let pause = RecognitionPause()

    package init() {}

    package var isPaused: Bool { pause.isOn }

    package func obey(_ request: OutletRequest) {
        switch request {
        case .action(let action): cues.ask(action)
        case .pause(let isOn): pause.isOn = isOn
        }
    }
}
