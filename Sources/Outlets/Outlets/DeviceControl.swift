package import LiveLoop
import Synchronization

/// What is asked of a device from outside, handed to its live loop by way of its `LiveOptions`; another model is the business of
/// whoever runs the loop.
package final class DeviceControl: OutletControl {
    package let cues = CueQueue(tellsOutcomes: true)
    package let pause = RecognitionPause()
    /// The names of the models that may be asked for.
    package let models: [String]
    /// The place of the model that was asked for last among them; −1: none since the last call of `takeModel`.
    private let wanted = Atomic(-1)

    /// - Parameter models: the names of those that may be asked for; fewer than two are no choice.
    package init(models: [String] = []) { self.models = models.count > 1 ? models.map(OutletModel.plain) : [] }

    package var isPaused: Bool { pause.isOn }

    package func obey(_ request: OutletRequest) -> Bool {
        switch request {
        case .action(let action): cues.ask(action)
        case .pause(let isOn): pause.isOn = isOn
        case .model(let name):
            guard let place = models.firstIndex(of: OutletModel.plain(name)) else { return false }
            wanted.store(place, ordering: .relaxed)
        }
        return true
    }

    /// Whether another model was asked for than the one at this place. Allocates nothing.
    package func isModelWanted(beside place: Int) -> Bool {
        let wanted = wanted.load(ordering: .relaxed)
        return wanted >= 0 && wanted != place
    }

    /// The place of the model that was asked for, once.
    package func takeModel() -> Int? {
        let place = wanted.exchange(-1, ordering: .relaxed)
        return place < 0 ? nil : place
    }
}
