public import MotionCore

/// One decision (PROTOCOL.md §6.6).
public struct PredictionMessage: Sendable, Equatable {
    /// Device time of the window's last sample, in microseconds.
    public var windowEnd: UInt32
    /// Index of the window's last sample.
    public var lastIndex: UInt16
    /// Label number; 255 for unknown.
    public var label: UInt8
    /// What the window did to the active label.
    public var phase: Decision.Phase
    /// Smoothed probability of the label, Q15: 0 … 32767.
    public var confidence: UInt16
    /// The slot that carried the window, 0 … 255.
    public var slot: UInt8
    /// How many windows the slot completed before this one since the windows last started over; 255: so many or more.
    public var windowsBefore: UInt8

    @_noAllocation
    public init(
        windowEnd: UInt32, lastIndex: UInt16, label: UInt8, phase: Decision.Phase, confidence: UInt16, slot: UInt8,
        windowsBefore: UInt8 = 0
    ) {
        self.windowEnd = windowEnd
        self.lastIndex = lastIndex
        self.label = label
        self.phase = phase
        self.confidence = confidence
        self.slot = slot
        self.windowsBefore = windowsBefore
    }

    /// Of what was decided about a window.
    ///
    /// - Parameters:
    ///   - windowEnd: device time of its last sample, of which the low 32 bits are sent.
    ///   - windowsBefore: what exceeds 255 is sent as 255.
    @_noAllocation
    public init(_ decision: Decision, windowEnd: UInt64, lastIndex: UInt16, slot: Int, windowsBefore: Int) {
        self.windowEnd = UInt32(truncatingIfNeeded: windowEnd)
        self.lastIndex = lastIndex
        label = if let subject = decision.subject { UInt8(truncatingIfNeeded: subject) } else { 255 }
        phase = decision.phase
        confidence = decision.confidence < 0 ? 0 : UInt16(decision.confidence)
        self.slot = UInt8(truncatingIfNeeded: slot)
        self.windowsBefore = windowsBefore > 255 ? 255 : UInt8(truncatingIfNeeded: windowsBefore)
    }

    static var byteCount: Int { @_noAllocation get { 12 } }

    /// Scores that fit after the rest.
    public static var mostScores: Int { @_noAllocation get { (FrameLimits.payload - byteCount) / 2 } }

    /// How many labels' scores a payload carries, 0 before minor version 1.
    @_noAllocation
    public static func scoreCount(_ payload: PayloadReader) -> Int { (payload.count - byteCount) / 2 }

    /// The window's own probability of a label in Q15, before smoothing. There must be one.
    @_noAllocation
    public static func score(_ payload: PayloadReader, of label: Int) -> Int16 { payload.i16(byteCount + 2 * label) }

    /// The payload has at least `byteCount` bytes, which the decoder has checked. An unknown phase reads as none.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        windowEnd = payload.u32(0)
        lastIndex = payload.u16(4)
        label = payload.u8(6)
        phase = Decision.Phase(rawValue: payload.u8(7)) ?? .none
        confidence = payload.u16(8)
        slot = payload.u8(10)
        windowsBefore = payload.u8(11)
    }

    /// Appends the payload: 12 bytes; scores may follow.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u32(windowEnd)
        writer.u16(lastIndex)
        writer.u8(label)
        writer.u8(phase.rawValue)
        writer.u16(confidence)
        writer.u8(slot)
        writer.u8(windowsBefore)
    }
}
