import FixedPoint

/// How scores become events. The defaults are those of the book's gesture app and of the smoothing article.
public struct DecisionParameters: Sendable, Equatable {
    /// Smallest smoothed probability, Q15, with which a label is named. Below it the answer is "unknown". 0.9.
    public var threshold: Int16 = 29491
    /// The label that means "nothing happens": it never makes an event.
    public var restLabel: Int?
    /// Windows that are averaged.
    public var smoothing = 3
    /// A label is entered if it is this many times as probable as every other one, Q12. 1.2.
    public var enterRatio: Int32 = 4915
    /// A label is left when another one, rest included, is this many times as probable, Q12. 1.4.
    public var exitRatio: Int32 = 5734
    /// Microseconds after an exit in which nothing is entered.
    public var refractory: UInt64 = 300_000

    public init() {}
}

extension DecisionParameters {
    /// From real numbers, each taken to the nearest step of its format. No label is the rest label.
    ///
    /// - Parameters:
    ///   - threshold: 0 … 1.
    ///   - smoothing: windows that are averaged, 1 or more.
    ///   - enterRatio: below 524,288, and `exitRatio` too.
    ///   - refractorySeconds: 0 or more.
    public init(threshold: Double, smoothing: Int, enterRatio: Double, exitRatio: Double, refractorySeconds: Double) {
        self.threshold = Int16(q15: threshold)
        self.smoothing = smoothing
        self.enterRatio = Int32(nearestInteger(enterRatio * 4096))
        self.exitRatio = Int32(nearestInteger(exitRatio * 4096))
        refractory = UInt64(nearestInteger(refractorySeconds * 1_000_000))
    }
}
