/// A window that was evaluated.
public struct ClassifiedWindow: Sendable, Equatable {
    /// The slot that carried it, 0 …
    public let slot: Int
    /// Samples seen when it ended, itself included: the window covers `endSample − T ..< endSample`.
    public let endSample: Int
    /// Most probable label, the first one of equals.
    public let label: Int
    /// Its probability, Q15.
    public let probability: Int16
    /// Whether it is unlike all that the network learned, so that its label means nothing; false where the
    /// network has no detector.
    public internal(set) var isUnknown = false

    /// A window counted in a stream of which it is a part.
    @_noAllocation
    public init(_ window: ClassifiedWindow, endSample: Int) {
        slot = window.slot
        self.endSample = endSample
        label = window.label
        probability = window.probability
        isUnknown = window.isUnknown
    }

    @_noAllocation
    init(slot: Int, endSample: Int, scores: UnsafePointer<Int16>, count: Int) {
        var best = 0
        for label in 1..<max(count, 1) where scores[label] > scores[best] { best = label }
        self.slot = slot
        self.endSample = endSample
        label = best
        probability = scores[best]
    }
}
