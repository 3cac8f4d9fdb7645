extension DataSet {
    /// How recordings become a data set.
    public struct Options: Sendable, Equatable {
        public var labels: LabelRule
        /// Samples per second to resample to; nil for the recordings' own, in which they must then agree within 2 %.
        public var rate: Double?
        /// Samples in a window, at least 1.
        public var window: Int
        /// Samples between the starts of two windows, at least 1.
        public var hop: Int
        public var mixed: MixedWindows

        public init(
            labels: LabelRule = LabelRule(), rate: Double? = nil, window: Int, hop: Int, mixed: MixedWindows = .majority
        ) {
            precondition(window >= 1 && hop >= 1, "a window and its hop have at least one sample")
            self.labels = labels
            self.rate = rate
            self.window = window
            self.hop = hop
            self.mixed = mixed
        }
    }

    /// What becomes of a window in which not all samples have the same label.
    public enum MixedWindows: Sendable, Equatable, CaseIterable {
        /// It gets the label that most of its samples have.
        case majority
        /// It is left out.
        case drop
    }
}
