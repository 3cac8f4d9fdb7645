/// Which overlapping window a sample belongs to: windows of `length` samples, one starting every `hop` samples.
///
/// Window w covers the samples `w · hop ..< w · hop + length` and belongs to slot `w mod slots`. A slot carries one window at a
/// time; with length 20 and hop 5 four windows are in flight, in four slots.
public struct WindowSchedule: Sendable, Equatable {
    /// Samples in a window, T ≥ 1.
    public let length: Int
    /// Samples between two starts, S ≥ 1. A hop beyond the length leaves samples out.
    public let hop: Int

    /// Traps unless both are at least 1.
    public init(length: Int, hop: Int) {
        precondition(length >= 1 && hop >= 1, "a window schedule needs a length and a hop of at least one sample")
        self.length = length
        self.hop = hop
    }

    /// Whole windows in so many samples.
    public func windows(in samples: Int) -> Int { max(0, (samples - length + hop) / hop) }

    /// Windows in flight at a time: ⌈T / S⌉.
    public var slots: Int {
        @_noAllocation get { (length + hop - 1) / hop }
    }
}
