import Models
import MotionCore
import Recordings

/// Why something could not be done: one sentence that says what is wrong and, where there is one, the mend.
public struct MotionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is at fault, for callers that act on it.
    public enum Code: Sendable, Equatable {
        /// The model's file, or a network that cannot run on this machine.
        case model
        /// The recording, or that it does not fit the model.
        case recording
        /// The file that says what lights up.
        case feedbackMap
        /// The port, or the device behind it. Trying again may help.
        case device
        /// What the program says of the device's format, which no device can have.
        case format
        /// The device works, and the model does not fit it.
        case misfit
        /// The system, which gives this process no more threads.
        case system
    }

    /// What is at fault.
    public let code: Code
    /// The sentence.
    public let description: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        description = sentence
    }

    init(_ error: ModelFileError) { self.init(.model, error.description) }
    init(_ error: NetworkError) { self.init(.model, error.description) }

    init(_ error: LiveModelError) {
        switch error {
        case .file(let error): self.init(error)
        case .network(let error): self.init(error)
        }
    }

    init(_ error: RecordingError) { self.init(.recording, error.description) }
}
