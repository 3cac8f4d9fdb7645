public import MotionCore
import Recordings

/// How the first session of a table begins, as it was written: some seconds, for whoever wants to see what became of it.
public struct FirstSeconds: Sendable {
    /// At most so many.
    public static let seconds = 5.0

    /// A sample, or the mean of as many as `samplesPerPoint` says.
    public struct Point: Sendable {
        /// Seconds since the session began.
        public let time: Double
        /// One of each channel: of motion in g and rad/s, NaN where it is missing.
        public let values: [Double]
        /// Whether samples are missing before it.
        public let followsGap: Bool
    }

    public private(set) var points: [Point] = []
    public let samplesPerPoint: Int
    /// Those that a point has values of.
    public let channels: NamedChannels
    /// Seconds.
    private let period: Double
    private var sum: [Double]
    /// Values that are in a sum, and samples.
    private var counts: [Int]
    private var samples = 0
    private var begin = 0.0
    private var last: Double?
    private var isAfterGap = false

    /// Of these no page has more across.
    private static let mostPoints = 300.0

    /// - Parameter rate: samples per second.
    init(rate: Double, channels: NamedChannels) {
        period = 1 / rate
        self.channels = channels
        sum = [Double](repeating: 0, count: channels.count)
        counts = [Int](repeating: 0, count: channels.count)
        samplesPerPoint = max(1, Int(saturating: (rate * Self.seconds / Self.mostPoints).rounded(.up)))
    }

    /// Takes in what follows of the session, as far as it is among the first seconds.
    mutating func add(_ session: RecordedSession) {
        for sample in 0..<session.count {
            let time = session.timestamps[sample] / 1000
            guard time < Self.seconds else { return }
            if let last, time - last > 1.5 * period {
                begin(afterGap: true)
            }
            last = time
            if samples == 0 { begin = time }
            for (place, value) in session.sample(sample).enumerated() where !value.isNaN {
                sum[place] += Double(value)
                counts[place] += 1
            }
            samples += 1
            guard samples == samplesPerPoint else { continue }
            let middle = begin + Double(samples - 1) / 2 * period
            points.append(Point(time: middle, values: zip(sum, counts).map { $0 / Double($1) }, followsGap: isAfterGap))
            begin(afterGap: false)
        }
    }

    /// Begins another point.
    private mutating func begin(afterGap: Bool) {
        (samples, isAfterGap) = (0, afterGap)
        for place in sum.indices { (sum[place], counts[place]) = (0, 0) }
    }
}
