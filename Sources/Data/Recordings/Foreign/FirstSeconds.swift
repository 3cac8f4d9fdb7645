import MotionCore

/// How the first session of a table begins, as it was written: some seconds, for whoever wants to see what became of it.
public struct FirstSeconds: Sendable {
    /// At most so many.
    public static let seconds = 5.0

    /// A sample, or the mean of as many as `samplesPerPoint` says.
    public struct Point: Sendable {
        /// Seconds since the session began.
        public let time: Double
        /// ax … gz, in g and rad/s.
        public let values: [Double]
        /// Whether samples are missing before it.
        public let followsGap: Bool
    }

    public private(set) var points: [Point] = []
    public let samplesPerPoint: Int
    /// Seconds.
    private let period: Double
    private var sum = [Double](repeating: 0, count: 6)
    private var samples = 0
    private var begin = 0.0
    private var last: Double?
    private var isAfterGap = false

    /// Of these no page has more across.
    private static let mostPoints = 300.0

    /// - Parameter rate: samples per second.
    init(rate: Double) {
        period = 1 / rate
        samplesPerPoint = max(1, Int(saturating: (rate * Self.seconds / Self.mostPoints).rounded(.up)))
    }

    /// Takes in what follows of the session, as far as it is among the first seconds.
    mutating func add(_ session: RecordedSession) {
        for sample in 0..<session.count {
            let time = session.timestamps[sample] / 1000
            guard time < Self.seconds else { return }
            if let last, time - last > 1.5 * period {
                (samples, sum) = (0, [Double](repeating: 0, count: 6))
                isAfterGap = true
            }
            last = time
            if samples == 0 { begin = time }
            for (place, value) in session.sample(sample).enumerated() { sum[place] += Double(value) }
            samples += 1
            guard samples == samplesPerPoint else { continue }
            let middle = begin + Double(samples - 1) / 2 * period
            points.append(Point(time: middle, values: sum.map { $0 / Double(samples) }, followsGap: isAfterGap))
            (samples, sum, isAfterGap) = (0, [Double](repeating: 0, count: 6), false)
        }
    }
}
