import Synchronization

/// A wish to stop that any thread may utter, and a signal handler too: raising it is one atomic store.
///
/// A signal handler has to reach it through a global that was used before the handler was installed: Swift initialises globals lazily.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    func raise() { flag.store(true, ordering: .relaxed) }

    var isRaised: Bool { flag.load(ordering: .relaxed) }
}
