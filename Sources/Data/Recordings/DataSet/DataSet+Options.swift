public import MotionCore

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
        /// Every stretch of one label becomes one window of this form, its session ends with it, and `hop` and `mixed` mean
        /// nothing; nil for windows every hop.
        public var strokes: StrokeForm?
        /// Whether attitude, gravity and the acceleration without it are told of every sample; not of strokes.
        public var derives: Bool

        /// Names of what a network reads of a sample, in its order, so that it is told where that is missing; nil: all channels.
        public var inputs: [String]?

        /// By name, what is usual with the people whose ranges values are shares of; none: values in their units.
        public var usual: [String: ChannelRange] = [:]

        public init(
            labels: LabelRule = LabelRule(), rate: Double? = nil, window: Int, hop: Int, mixed: MixedWindows = .majority,
            strokes: StrokeForm? = nil, derives: Bool = false, inputs: [String]? = nil
        ) {
            precondition(window >= 1 && hop >= 1, "a window and its hop have at least one sample")
            self.labels = labels
            self.rate = rate
            self.window = window
            self.hop = hop
            self.mixed = mixed
            self.strokes = strokes
            self.derives = derives
            self.inputs = inputs
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
