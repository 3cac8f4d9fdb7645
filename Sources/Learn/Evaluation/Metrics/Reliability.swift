import MotionCore

/// Whether probabilities mean what they say: windows sorted into equal bins by the probability of the label they were given.
///
/// The expected calibration error is that of Naeini, Cooper and Hauskrecht (2015) in the form of Guo, Pleiss, Sun and Weinberger
/// (2017).
public struct Reliability: Sendable, Equatable {
    /// The windows whose highest probability lies in ((k − 1) / M, k / M].
    public struct Bin: Sendable, Equatable {
        public fileprivate(set) var windows = 0
        public fileprivate(set) var correct = 0
        fileprivate var confidenceSum = 0.0
        /// Σ p (1 − p): the variance of `correct` if every answer is right with its probability.
        fileprivate var varianceSum = 0.0

        /// Mean probability of the given label; nil if the bin is empty.
        public var confidence: Double? { windows > 0 ? confidenceSum / Double(windows) : nil }
        /// Share of windows with the correct label; nil if the bin is empty.
        public var accuracy: Double? { windows > 0 ? Double(correct) / Double(windows) : nil }
    }

    /// M bins of equal width, from 0 to 1.
    public private(set) var bins: [Bin]

    /// - Parameter bins: M, at least 1. 15 as in Guo et al.
    public init(bins: Int = 15) {
        precondition(bins >= 1, "a reliability diagram needs a bin")
        self.bins = Array(repeating: Bin(), count: bins)
    }

    /// Counts one window. `confidence` is 0 … 1.
    public mutating func add(confidence: Double, isCorrect: Bool) {
        let place = Int(saturating: (confidence * Double(bins.count)).rounded(.up)) - 1
        let index = max(0, min(bins.count - 1, place))
        bins[index].windows += 1
        bins[index].correct += isCorrect ? 1 : 0
        bins[index].confidenceSum += confidence
        bins[index].varianceSum += confidence * (1 - confidence)
    }

    private var windows: Int { bins.reduce(0) { $0 + $1.windows } }

    /// ECE = Σ_bins (windows in bin / windows) · |accuracy − confidence|, 0 … 1; nil without windows.
    public var expectedCalibrationError: Double? {
        guard windows > 0 else { return nil }
        return bins.reduce(0.0) { $0 + (Double($1.correct) - $1.confidenceSum).magnitude } / Double(windows)
    }

    /// What the expected calibration error comes to by chance, in so few windows, when every answer is right with just its
    /// probability: Σ_bins √(2 Σ p (1 − p) / π) / windows, the mean magnitude of a normal deviate of each bin's variance. Windows
    /// are taken for independent; those that overlap are not, and then it is more. nil without windows.
    public var calibrationErrorByChance: Double? {
        guard windows > 0 else { return nil }
        return bins.reduce(0.0) { $0 + ($1.varianceSum * 2 / .pi).squareRoot() } / Double(windows)
    }

    /// Below which 95 of 100 such errors by chance lie: their mean and 1.645 deviations, where a bin's magnitude has the variance
    /// (1 − 2 / π) Σ p (1 − p) of a half-normal deviate, and bins are independent. What is not above it does not show that the
    /// probabilities are wrong. nil without windows.
    public var calibrationErrorByChanceLimit: Double? {
        guard let mean = calibrationErrorByChance else { return nil }
        let variance = (1 - 2 / Double.pi) * bins.reduce(0.0) { $0 + $1.varianceSum }
        return mean + 1.645 * variance.squareRoot() / Double(windows)
    }
}
