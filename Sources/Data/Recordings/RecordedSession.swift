public import MotionCore

/// One uninterrupted stretch of motion of one person, sample after sample.
public struct RecordedSession: Sendable, Equatable {
    /// The names of the usual channels, one sensor's six axes.
    public static let channelNames = SixAxes.names

    /// What the session column says.
    public var name: String
    /// The person who moved; nil if the recording does not say.
    public var subject: String?
    /// One per sample, as the recording has them: also the empty one, which says that nobody said, and which a `LabelRule` may
    /// rename.
    public var labels: [String]
    /// Milliseconds, one per sample, none before the one before it; as the recording has them, also where they jitter or repeat.
    public var timestamps: [Double]
    /// What `values` holds of each sample.
    public let channels: NamedChannels
    /// `samples × channels`: acceleration in g, rotation in rad/s, all else as it was recorded; NaN where a value is missing, which
    /// nothing is of six axes alone.
    public var values: [Float]
    /// Whether the values of what is no motion are normalised by the person's ranges (`PersonRanges`).
    public internal(set) var isNormalised = false
    /// `samples × 15`: what `derive` told of each, in the order of `OrientationFilter.quantities`; empty where nobody asked.
    public internal(set) var derived: [Float] = []

    public init(
        name: String, subject: String?, labels: [String] = [], timestamps: [Double] = [], values: [Float] = [],
        channels: NamedChannels = .sixAxes
    ) {
        self.channels = channels
        self.name = name
        self.subject = subject
        self.labels = labels
        self.timestamps = timestamps
        self.values = values
    }

    /// Number of samples.
    public var count: Int { timestamps.count }

    /// Values of a sample.
    public var width: Int { channels.count }

    /// The values of one sample.
    public func sample(_ index: Int) -> ArraySlice<Float> { samples(index..<index + 1) }

    /// The values of some samples, one after the other.
    public func samples(_ range: Range<Int>) -> ArraySlice<Float> {
        values[range.lowerBound * width..<range.upperBound * width]
    }

    /// Samples per second by the even clock behind the time stamps, gaps left out; nil with fewer than two different stamps. Time
    /// grows with the number of samples and its logarithm.
    public var rate: Double? { SampleClock(timestamps).map { 1000 / $0.period } }

    /// Adds what follows in the same session.
    mutating func append(_ part: RecordedSession) {
        labels += part.labels
        timestamps += part.timestamps
        values += part.values
        derived += part.derived
    }
}
