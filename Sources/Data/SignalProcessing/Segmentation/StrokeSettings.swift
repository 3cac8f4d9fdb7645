public import MotionCore

/// How strokes are cut out of a stream, for a network that reads some quantities at some rate.
public struct StrokeSettings: Sendable, Equatable {
    public let cut: StrokeCut
    /// Samples per second that the times of `cut` count.
    public let rate: Double
    /// What is read of ax, ay, az, gx, gy, gz, by place: 1 … 6 of them.
    public let columns: [Int]

    /// - Parameters:
    ///   - cut: within its ranges.
    ///   - rate: of the network, greater than 0.
    ///   - columns: of a sample, each 0 … 5 and named once.
    public init(_ cut: StrokeCut, rate: Double, columns: [Int]) {
        precondition(cut.isValid && rate > 0 && Set(columns).count == columns.count, "numbers lie in their ranges")
        precondition((1...6).contains(columns.count) && columns.allSatisfy((0..<6).contains), "a sample has six values")
        self.cut = cut
        self.rate = rate
        self.columns = columns
    }
}

extension StrokeCut {
    /// Samples in 80 ms, between which accelerations are compared at that rate in samples per second, to tell motion from gravity;
    /// 1 at least.
    public static func lag(at rate: Double) -> Int { max(1, Int(saturating: (0.08 * rate).rounded())) }

    /// For strokes of somebody of whom nothing is known, who holds still before and after each: any hand that moves as a hand does
    /// on purpose, gently or not, opens one, and 0.4 s of stillness end it. Of 0.25 to 7 s.
    ///
    /// Chosen on 497 letters in the air of five people (user acceleration), played with 1.2 s of stillness between, and on made-up
    /// strokes with gravity; docs/results/STROKES.md has the figures.
    ///
    /// - Parameter rate: samples per second, 10 … 1000.
    public static func listening(rate: Double) -> StrokeCut {
        func samples(_ seconds: Double) -> Int { Int(saturating: (seconds * rate).rounded(.up)) }
        let least = max(lengths.lowerBound, samples(0.25))
        return StrokeCut(
            start: 350, stop: 150, lag: lag(at: rate),
            smoothing: rate < 35 ? 2 : rate < 70 ? 3 : 4,
            before: samples(0.4), pause: samples(0.4), least: least, most: max(least, min(lengths.upperBound, samples(7))))
    }
}
