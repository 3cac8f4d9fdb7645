/// How alike the two arithmetics answer on the same windows, those with a true label; what that label is does not matter.
public struct Parity: Sendable, Equatable {
    /// Windows compared: those that accuracy counts.
    public var windows = 0
    /// Windows to which both give the same label.
    public var agreeing = 0
    /// Largest |p_float − p_Q15| of any label in any window, 0 … 1.
    public var largest = 0.0
    /// √ of the mean of (p_float − p_Q15)² over all windows and labels.
    public var rootMeanSquare = 0.0
    /// 99 % of all |p_float − p_Q15|, one per window and label, are at most this.
    public var p99 = 0.0
    /// All |p_float − p_Q15|, one per window and label.
    public var histogram = DifferenceHistogram()
    /// The windows that differ most, worst first. No two of them overlap.
    public var worst: [WorstWindow] = []

    public init() {}

    /// Share of windows with the same label; nil without windows.
    public var agreement: Double? { windows > 0 ? Double(agreeing) / Double(windows) : nil }
}
