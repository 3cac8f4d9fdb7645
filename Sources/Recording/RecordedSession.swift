/// One uninterrupted stretch of motion of one person, sample after sample.
public struct RecordedSession: Sendable, Equatable {
    /// The names of the six channels, in the order in which `values` holds them.
    public static let channelNames = ["ax", "ay", "az", "gx", "gy", "gz"]

    /// What the session column says.
    public var name: String
    /// The person who moved; nil if the recording does not say.
    public var subject: String?
    /// One per sample, as the recording has them: also the empty one, which says that nobody said, and which a `LabelRule` may
    /// rename.
    public var labels: [String]
    /// Milliseconds, one per sample, rising.
    public var timestamps: [Double]
    /// `samples × 6`: ax, ay, az in g, gx, gy, gz in rad/s.
    public var values: [Float]

    public init(name: String, subject: String?, labels: [String] = [], timestamps: [Double] = [], values: [Float] = []) {
        self.name = name
        self.subject = subject
        self.labels = labels
        self.timestamps = timestamps
        self.values = values
    }

    /// Number of samples.
    public var count: Int { timestamps.count }

    /// The six values of one sample.
    public func sample(_ index: Int) -> ArraySlice<Float> {
        values[index * 6..<index * 6 + 6]
    }

    /// Samples per second; nil with fewer than two samples.
    ///
    /// The mean of those distances between time stamps that lie within half of the median around it: gaps do not count, and
    /// stamps rounded to whole milliseconds average out, where the median alone would call 104 Hz (9.6 ms) 100 Hz.
    public var rate: Double? {
        guard count >= 2 else { return nil }
        let distances = zip(timestamps.dropFirst(), timestamps).map { $0 - $1 }.sorted()
        let median = distances[distances.count / 2]
        guard median > 0 else { return nil }
        let usual = distances.filter { abs($0 - median) <= median / 2 }
        return 1000 * Double(usual.count) / usual.reduce(0, +)
    }
}
