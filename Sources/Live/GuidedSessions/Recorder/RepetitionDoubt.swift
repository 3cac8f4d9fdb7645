import MotionCore
import Recordings

/// Why a repetition is probably not what was asked for.
public enum RepetitionDoubt: Sendable, Equatable {
    /// Nothing moved in so many seconds.
    case motionless(seconds: Double)
    /// Cut out of the motion it lasts so many seconds, several times as long as others: their median, if there were any.
    case long(seconds: Double, others: Double?)
}

/// Judges repetitions while they are recorded. Each is asked for once more at most: who holds still again means it.
struct RepetitionJudge {
    private var sums: MotionSums?
    /// Seconds of the repetitions that are kept, by place in the plan, where they are cut out of the motion.
    private var seconds: [Int: Double] = [:]
    /// Places in the plan that were asked for again.
    private var doubted: Set<Int> = []
    /// Labels that are made without motion, or take long, as was seen twice.
    private var accepted: Set<String> = []
    private let channels: [String]

    /// Others are compared with from so many on.
    private static let least = 3
    /// Where one is this many times as long as the median of others, two were made without a pause.
    private static let ratio = 2.5
    /// A gesture rarely takes longer, in seconds.
    private static let longest = 6.0

    /// - Parameter channels: the columns of what is recorded.
    init(channels: [String]) { self.channels = channels }

    /// A repetition begins with the next sample.
    mutating func begin() { sums = MotionSums(channels) }

    mutating func push(_ values: [Float]) { sums?.add(values) }

    /// A repetition by the clock is over.
    mutating func doubt(_ label: String, at place: Int, seconds: Double) -> RepetitionDoubt? {
        defer { sums = nil }
        return doubted(sums?.isStill == true ? .motionless(seconds: seconds) : nil, label, place)
    }

    /// A repetition was cut out of the motion.
    mutating func doubt(_ label: String, at place: Int, cut length: Double) -> RepetitionDoubt? {
        let others = seconds.filter { $0.key != place }.values.sorted()
        let median = others.count >= Self.least ? others[others.count / 2] : nil
        let isLong = median.map { length > $0 * Self.ratio } ?? (length > Self.longest)
        let doubt = doubted(isLong ? .long(seconds: length, others: median) : nil, label, place)
        seconds[place] = doubt == nil ? length : nil
        return doubt
    }

    private mutating func doubted(_ doubt: RepetitionDoubt?, _ label: String, _ place: Int) -> RepetitionDoubt? {
        let isRest = LabelRule.usualRestLabels.contains(label.lowercased())
        guard let doubt, !accepted.contains(label), !isRest else { return nil }
        guard doubted.insert(place).inserted else {
            accepted.insert(label)
            return nil
        }
        return doubt
    }
}

/// How much a sensor of motion moved: the deviation of its acceleration and of its rotation, all axes together.
private struct MotionSums {
    private var count = 0.0
    /// One for each of the channels.
    private var means: [Double]
    private var squares: [Double]
    private let isRotation: [Bool]

    /// In g and rad/s. The stillest of 497 letters that people wrote in the air deviates by 0.012 g and 0.34 rad/s, the stillest
    /// rests of hands by 0.022 g and 0.064 rad/s.
    private static let still = (acceleration: 0.03, rotation: 0.15, accelerationAlone: 0.01)

    /// - Returns: nil where other quantities than motion are recorded, which may be what matters.
    init?(_ channels: [String]) {
        let axes = channels.map { NamedChannels.axis(of: $0)?.axis }
        guard axes.allSatisfy({ $0 != nil }), axes.contains(where: { ($0 ?? 3) < 3 }) else { return nil }
        isRotation = axes.map { ($0 ?? 0) >= 3 }
        means = Array(repeating: 0, count: channels.count)
        squares = means
    }

    /// Welford's running variance.
    mutating func add(_ values: [Float]) {
        count += 1
        for index in means.indices where index < values.count {
            let difference = Double(values[index]) - means[index]
            means[index] += difference / count
            squares[index] += difference * (Double(values[index]) - means[index])
        }
    }

    private func deviation(ofRotation: Bool) -> Double {
        let sum = squares.indices.reduce(0) { isRotation[$1] == ofRotation ? $0 + squares[$1] : $0 }
        return (sum / max(count, 1)).squareRoot()
    }

    var isStill: Bool {
        guard count > 1 else { return false }
        guard isRotation.contains(true) else { return deviation(ofRotation: false) < Self.still.accelerationAlone }
        return deviation(ofRotation: false) < Self.still.acceleration && deviation(ofRotation: true) < Self.still.rotation
    }
}
