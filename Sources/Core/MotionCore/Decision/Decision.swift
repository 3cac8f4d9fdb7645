/// What one window led to.
public struct Decision: Sendable, Equatable {
    /// The smoothed probability of the most probable label, Q15, whether or not it reaches the threshold.
    public let confidence: Int16
    /// What the window did to the active label.
    public let phase: Phase
    // As a microcontroller keeps them: a label's number, negative for none.
    private let named: Int16
    private let held: Int16

    /// - Parameters:
    ///   - label: the most probable label after smoothing, negative if it stays below the threshold.
    ///   - active: the label that was entered, is held, or was left; negative for none.
    @_noAllocation
    init(label: Int, confidence: Int16, phase: Phase, active: Int) {
        named = Int16(truncatingIfNeeded: label)
        held = Int16(truncatingIfNeeded: active)
        self.confidence = confidence
        self.phase = phase
    }

    /// The most probable label after smoothing; nil for unknown, if it stays below the threshold.
    public var label: Int? {
        @_noAllocation get { named < 0 ? nil : Int(named) }
    }

    /// The label that was entered, is held, or was left; nil with `none`.
    public var active: Int? {
        @_noAllocation get { held < 0 ? nil : Int(held) }
    }

    /// The label that this is about: the active one, or else the one named; nil for unknown.
    public var subject: Int? {
        @_noAllocation get { if case .none = phase { label } else { active } }
    }

    /// The codes are those of PREDICTION on the wire.
    public enum Phase: UInt8, Sendable {
        /// No label is active.
        case none = 0
        /// A label begins to be active.
        case enter = 1
        /// A label goes on to be active.
        case hold = 2
        /// The active label ends.
        case exit = 3
    }
}
