import MotionCore

/// What becomes of the part of a data set that is selected.
public enum DataSetChange: Sendable, Equatable {
    /// It is called otherwise.
    case relabel(as: String)
    /// It is taken out. What follows it becomes a session of its own, so that no window ever reaches across.
    case drop
    /// Of every repetition of which something is selected, the beginning and the end get the label that means rest; nil: they are
    /// taken out.
    case trim(begin: TrimLength, end: TrimLength, rest: String?)
}

/// How much of a repetition is cut off at one of its ends.
public enum TrimLength: Sendable, Equatable {
    /// 0 or more.
    case seconds(Double)
    /// Of its duration, 0 … 1.
    case share(Double)

    /// `0.25` are seconds, `10%` is a share; nil if it is neither.
    public init?(_ text: String) {
        let isShare = text.hasSuffix("%")
        guard let value = Double(isShare ? String(text.dropLast()) : text), value.isFinite, value >= 0 else { return nil }
        if isShare { guard value <= 100 else { return nil } }
        self = isShare ? .share(value / 100) : .seconds(value)
    }

    /// Samples of a passage, rounded to the next; more than it has if it is shorter.
    func samples(of passage: Passage) -> Int {
        switch self {
        case .seconds(let seconds): Int(saturating: min(Double(passage.samples.count) + 1, (seconds * passage.rate).rounded()))
        case .share(let share): Int(saturating: (share * Double(passage.samples.count)).rounded())
        }
    }
}
