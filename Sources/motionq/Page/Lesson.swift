import MotionQWorkshop
import Recordings
import Threads

/// A network is taught on a thread of its own, while whoever follows the device shows it the examples that it asks for.
final class Lesson: @unchecked Sendable {
    /// What came of it.
    struct Outcome {
        let taught: TaughtModel
        let setup: LiveSetup
        /// The file's name, without its folder.
        let name: String
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
    /// - Parameters:
    ///   - name: of the file to write.
    ///   - tell: hears on the lesson's thread what is worth knowing.
    /// - Throws: `NoThread`.
    init(
        _ request: TeachingRequest, as name: String, in folder: WorkFolder, tell: @escaping @Sendable (String) -> Void
    ) throws(NoThread) {
        nonisolated(unsafe) let request = request
        try OwnThread.start { [self] in
            let result = Result {
                let taught = try request.run {
                    tell($0.sentence)
                } making: { [self] in
                    try examples($0)
                } isCancelled: { [self] in
                    hasBeenCancelled
                }
                let path = folder.model(name)
                try taught.model.write(toFileAt: path)
                return Outcome(taught: taught, setup: try LiveSetup(taught.model, named: name), name: name)
            }
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

    private func examples(_ plan: ExamplePlan) throws -> Recording {
        change(to: .wants(plan))
        return try RecordingReader().read(waited().get())
    }

    private func waited() -> Result<String, any Error> {
        signal.lock()
        defer { signal.unlock() }
        while true {
            if let made { return made }
            signal.wait()
        }
    }

    private var hasBeenCancelled: Bool { locked { isCancelled } }
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
