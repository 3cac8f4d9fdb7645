import MotionCore

/// How much each channel of a stretch usually changes within 80 ms, where channels are no motion and have units of their own.
public struct UsualChanges: Sendable, Equatable {
    /// Of each channel 1 ÷ the root mean square of its changes; 0 of one that stands still.
    let weights: [Float]

    /// Time grows with the number of values.
    ///
    /// - Parameters:
    ///   - values: `samples × channels`; NaN where one is missing.
    ///   - channels: values of a sample, 1 or more.
    ///   - rate: samples per second.
    public init(of values: [Float], channels: Int, rate: Double) {
        precondition(channels >= 1, "a sample has a value at least")
        let distance = StrokeCut.lag(at: rate) * channels
        var sums = [Double](repeating: 0, count: channels)
        var counts = [Double](repeating: 0, count: channels)
        for place in values.indices.dropFirst(distance) {
            let change = Double(values[place]) - Double(values[place - distance])
            guard change.isFinite else { continue }
            sums[place % channels] += change * change
            counts[place % channels] += 1
        }
        weights = zip(sums, counts).map { sum, count in
            let usual = count > 0 ? (sum / count).squareRoot() : 0
            return usual > 0 ? Float(1 / usual) : 0
        }
    }
}

/// How much a sample changes, as a multiple of what is usual: the root mean square, over the channels, of the differences from the
/// values 80 ms before. Its root mean square over a whole recording is 1.
struct ChannelActivity: Sendable {
    private let weights: [Float]
    private let lag: Int
    /// The last samples, a ring of `lag` of them.
    private var ring: [Float] = []
    private var next = 0

    /// - Parameter rate: samples per second.
    init(_ usual: UsualChanges, rate: Double) {
        weights = usual.weights
        lag = StrokeCut.lag(at: rate)
    }

    /// - Parameter sample: a value of each channel. What is missing does not change.
    mutating func push(_ sample: ArraySlice<Float>) -> Float {
        let isFull = ring.count == lag * weights.count
        let earlier = isFull ? next * weights.count : 0
        if !isFull { ring += sample }
        var (sum, count): (Float, Float) = (0, 0)
        for (channel, value) in sample.enumerated() where weights[channel] > 0 {
            let change = (value - ring[earlier + channel]) * weights[channel]
            count += 1
            if change.isFinite { sum += change * change }
        }
        if isFull {
            ring.replaceSubrange(earlier..<earlier + weights.count, with: sample)
            next = next + 1 == lag ? 0 : next + 1
        }
        return count > 0 ? (sum / count).squareRoot() : 0
    }

    mutating func restart() { (ring, next) = ([], 0) }
}
