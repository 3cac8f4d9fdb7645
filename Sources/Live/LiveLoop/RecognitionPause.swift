import Synchronization

/// A wish that nothing is recognised for a while, from any thread: an active label is left, samples go on to whoever wants them,
/// and windows begin anew when it is over.
public final class RecognitionPause: Sendable {
    private let isWanted = Atomic(false)
    private let hasChanged = Atomic(false)

    public init() {}

    /// Whether nothing is to be recognised. Obeyed with the next samples.
    public var isOn: Bool {
        get { isWanted.load(ordering: .relaxed) }
        set {
            if isWanted.exchange(newValue, ordering: .releasing) != newValue { hasChanged.store(true, ordering: .releasing) }
        }
    }

    /// Whether it began or ended since the last call.
    func takeChange() -> Bool { hasChanged.load(ordering: .relaxed) && hasChanged.exchange(false, ordering: .acquiring) }
}
