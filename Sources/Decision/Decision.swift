/// What one window led to.
public struct Decision: Sendable, Equatable {
    /// The most probable label after smoothing; nil for unknown, if it stays below the threshold.
    public var label: Int?
    /// The smoothed probability of the most probable label, Q15, whether or not it reaches the threshold.
    public var confidence: Int16
    public var phase: Phase
    /// The label that was entered, is held, or was left; nil with `none`.
    public var active: Int?

    /// The label that this is about: the active one, or else the one named; nil for unknown.
    public var subject: Int? {
        @_noAllocation get { if case .none = phase { label } else { active } }
    }

    /// What the window did to the active label; the codes are those of PREDICTION on the wire.
    public enum Phase: UInt8, Sendable {
        case none = 0
        case enter = 1
        case hold = 2
        case exit = 3
    }

    @_noAllocation
    init(label: Int?, confidence: Int16, phase: Phase, active: Int?) {
        self.label = label
        self.confidence = confidence
        self.phase = phase
        self.active = active
    }
}
