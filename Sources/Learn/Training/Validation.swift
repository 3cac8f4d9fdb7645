/// How well a network does on windows that training does not see.
public struct Validation: Sendable, Equatable {
    /// Mean cross-entropy in nats.
    public var loss: Double
    /// Share of windows whose most probable class is the target, 0 … 1.
    public var accuracy: Double
    /// Of how many windows.
    public var windows: Int
    /// `[target][class found]`, in windows.
    public var confusion: [[Int]]

    init(_ score: Score, classes: Int) {
        loss = score.meanLoss
        accuracy = score.accuracy
        windows = score.supervised
        confusion = (0..<classes).map { target in (0..<classes).map { score.confusion[target * classes + $0] } }
    }
}
