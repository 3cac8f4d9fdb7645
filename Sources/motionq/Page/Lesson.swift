import MotionCore
import MotionQWorkshop
import Threads

/// A network learns on a thread of its own, while whoever follows the device shows it the examples that it asks for.
final class Lesson: @unchecked Sendable {
    /// What came of it.
    struct Outcome {
        let setup: LiveSetup
        /// The model's name in its folder.
        let name: String
        /// Whether labels can be added to it.
        let isTaught: Bool
        /// How good it is, for a person.
        let verdict: String
        /// What else is worth knowing.
        let notes: [String]
        /// What is behind the verdict, if that can be looked at.
        var study: Study?
        /// Says what another decision would make of the recordings that judged it.
        var rehearsal: (@Sendable (DecisionParameters) -> String)?
    }

    enum State {
        case thinking
        case wants(ExamplePlan)
        case over(Result<Outcome, any Error>)
    }

    /// Guards what follows.
    private let signal = ThreadSignal()
    private var current = State.thinking
    /// The recording with the examples.
    private var made: Result<String, any Error>?
    private var isCancelled = false

    /// Begins.
    ///
    /// - Parameter learn: what is done on the lesson's thread.
    /// - Throws: `NoThread`.
    init(_ learn: sending @escaping (Lesson) throws -> Outcome) throws(NoThread) {
        nonisolated(unsafe) let learn = learn
        try OwnThread.start { [self] in
            let result = Result { try learn(self) }
            change(to: .over(result))
        }
    }

    var state: State { locked { current } }

    /// Hands it the examples that it wants, or says why there are none.
    func give(_ recording: Result<String, any Error>) {
        locked {
            made = recording
            current = .thinking
        }
    }

    /// Nobody waits for it any more.
    func cancel() {
        locked {
            isCancelled = true
            made = made ?? .failure(CancellationError())
        }
    }

    // MARK: On its thread

    var hasBeenCancelled: Bool { locked { isCancelled } }

    /// - Throws: `CancellationError`, if nobody waits for it any more.
    func requireWanted() throws { if hasBeenCancelled { throw CancellationError() } }

    /// Asks for examples, and waits for the recording with them.
    func examples(_ plan: ExamplePlan) throws -> String {
        change(to: .wants(plan))
        return try waited().get()
    }

    private func waited() -> Result<String, any Error> {
        signal.lock()
        defer { signal.unlock() }
        while true {
            if let made { return made }
            signal.wait()
        }
    }

    private func change(to state: State) { locked { current = state } }

    private func locked<Value>(_ body: () -> Value) -> Value {
        signal.lock()
        defer {
            signal.raise()
            signal.unlock()
        }
        return body()
    }
}
