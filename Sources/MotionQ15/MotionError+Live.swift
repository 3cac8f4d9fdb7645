import LiveLoop
import MotionRecognition
import Threads
import Transport

// Why a live run cannot begin, or go on.

extension MotionError {
    init(_ error: TransportError) { self.init(.device, error.description) }
    init(_ error: NoThread) { self.init(.system, error.description) }
    init(_ error: FeedbackMapError) { self.init(.feedbackMap, error.description) }

    init(_ error: LiveFailure) {
        switch error {
        case .transport(let error): self.init(error)
        case .misfit(let error): self.init(.misfit, error.description)
        }
    }
}
