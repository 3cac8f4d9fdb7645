import Synchronization

/// A request to stop, which any thread and any signal handler may raise: that is one atomic store.
///
/// A signal handler has to reach it through a global that was used before the handler was installed: Swift initialises globals
/// lazily.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    func raise() { flag.store(true, ordering: .relaxed) }

    var isRaised: Bool { flag.load(ordering: .relaxed) }
}
