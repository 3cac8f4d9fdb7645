import MotionCore

/// How motion goes on average over a repetition, from its begin to its end: the same number of points, however long it took.
struct Course: Sendable {
    /// From 0 to 100 % of the duration, both included.
    static let points = 51

    /// `points × channels`: acceleration in g, rotation in rad/s; NaN where nothing was there.
    let values: [Float]

    /// One channel, point after point.
    func channel(_ channel: Int) -> [Double] {
        let width = values.count / Self.points
        return (0..<Self.points).map { Double(values[$0 * width + channel]) }
    }
}

/// Takes the samples of one repetition, of which there may be any number, and makes a course of them.
///
/// More than `most` are joined in pairs, each its mean, as often as it takes: what is held does not grow with the repetition.
struct CourseBuilder: Sendable {
    private static let most = 4_096

    /// `count × width`: means of `stride` samples each.
    private var means: [Float] = []
    private var stride = 1
    /// The next mean, in the making: a sum of so many samples.
    private var sum: [Float]
    private var summed = 0
    private let width: Int

    /// - Parameter width: values of a sample.
    init(width: Int) {
        self.width = width
        sum = [Float](repeating: 0, count: width)
    }

    /// - Parameter sample: a value of each channel.
    mutating func add(_ sample: ArraySlice<Float>) {
        for (channel, value) in sample.enumerated() { sum[channel] += value }
        summed += 1
        guard summed == stride else { return }
        for channel in 0..<width {
            means.append(sum[channel] / Float(stride))
            sum[channel] = 0
        }
        summed = 0
        if means.count == Self.most * width { halve() }
    }

    mutating func reset() {
        means.removeAll(keepingCapacity: true)
        (stride, summed) = (1, 0)
        for channel in 0..<width { sum[channel] = 0 }
    }

    private mutating func halve() {
        for pair in 0..<Self.most / 2 {
            for channel in 0..<width {
                let (first, second) = (means[2 * pair * width + channel], means[(2 * pair + 1) * width + channel])
                means[pair * width + channel] = (first + second) / 2
            }
        }
        means.removeLast(means.count / 2)
        stride *= 2
    }

    /// Between two samples by a straight line; nil of none.
    var course: Course? {
        let count = means.count / width
        guard count > 0 else { return nil }
        var values: [Float] = []
        values.reserveCapacity(Course.points * width)
        for point in 0..<Course.points {
            let place = Float(point) / Float(Course.points - 1) * Float(count - 1)
            let before = min(count - 1, Int(saturating: place))
            let (after, share) = (min(count - 1, before + 1), place - Float(before))
            for channel in 0..<width {
                values.append(means[before * width + channel] * (1 - share) + means[after * width + channel] * share)
            }
        }
        return Course(values: values)
    }
}
