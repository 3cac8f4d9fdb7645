import Synchronization

/// A wish that windows begin anew, from any thread: motion up to now is to count no more. An active label is left.
///
/// Obeyed with the next samples: after `samplesReceived`, in place of the windows that they completed.
public final class WindowRestart: Sendable {
    private let isAsked = Atomic(false)

    public init() {}

    public func ask() { isAsked.store(true, ordering: .releasing) }

    /// Whether it was asked for since the last call.
    func take() -> Bool { isAsked.load(ordering: .relaxed) && isAsked.exchange(false, ordering: .acquiring) }
}
