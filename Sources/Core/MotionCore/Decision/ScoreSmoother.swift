/// Probabilities averaged over the last N windows, recent ones counting more. Integers throughout, nothing allocated after `init`.
///
/// A plain value over memory of the caller's, which copies share.
public struct ScoreSmoother {
    /// N, at least 1.
    public let length: Int
    /// Labels, at least 1.
    public let labels: Int
    /// Windows seen since the last reset, at most N.
    public private(set) var filled = 0

    /// `[N][labels]`, a ring.
    private let history: UnsafeMutablePointer<Int16>
    private var next = 0
    /// `[N]`, oldest first.
    private let weights: UnsafeMutablePointer<Int32>
    /// `[labels]`
    private let averages: UnsafeMutablePointer<Int16>

    /// - Parameter memory: `bytes(length:labels:)` of it, on a 4-byte boundary; it outlives the smoother.
    public init(length: Int, labels: Int, memory: UnsafeMutableRawPointer) {
        precondition(length >= 1 && labels >= 1, "smoothing needs at least one window and one label")
        self.length = length
        self.labels = labels
        weights = memory.assumingMemoryBound(to: Int32.self)
        history = (memory + length * 4).assumingMemoryBound(to: Int16.self)
        averages = history + length * labels
        for position in 0..<length { weights[position] = RecencyWeights.weight(position: position, of: length) }
        for index in 0..<(length + 1) * labels { history[index] = 0 }
    }

    /// Memory that a smoother needs.
    public static func bytes(length: Int, labels: Int) -> Int {
        length * 4 + (length + 1) * labels * 2
    }

    /// Forgets all windows.
    @_noAllocation
    public mutating func reset() {
        filled = 0
        next = 0
    }

    /// Writes one probability (Q15) of the window that `commit` will complete.
    @_noAllocation
    public func set(_ label: Int, _ probability: Int16) {
        history[next * labels + label] = probability
    }

    /// Takes the window in and averages again. Before N windows were seen, those there are share the newest weights.
    @_noAllocation
    public mutating func commit() {
        next = (next + 1) % length
        filled = min(filled + 1, length)
        var total: Int64 = 0
        for age in 0..<filled { total += Int64(weights[length - 1 - age]) }
        for label in 0..<labels {
            var sum: Int64 = 0
            for age in 0..<filled {
                let row = (next + length - 1 - age) % length
                sum += Int64(weights[length - 1 - age]) * Int64(history[row * labels + label])
            }
            averages[label] = Int16((sum + total / 2) / total)
        }
    }

    /// The probabilities of the newest window, Q15, as they were given; of one that there is.
    var newest: UnsafePointer<Int16> {
        @_noAllocation get { UnsafePointer(history + (next == 0 ? length - 1 : next - 1) * labels) }
    }

    /// The smoothed probability of a label, Q15.
    @_noAllocation
    public subscript(label: Int) -> Int16 { averages[label] }
}
