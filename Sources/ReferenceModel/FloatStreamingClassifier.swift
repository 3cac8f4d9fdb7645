import Windows

/// Overlapping windows over a stream, each evaluated whole in double precision: the oracle of the streaming engine.
public struct FloatStreamingClassifier: Sendable {
    public let network: FloatNetwork
    /// Samples pushed since the last restart.
    public private(set) var samplesSeen = 0
    private let schedule: WindowSchedule
    private var states: [FloatState]
    private var recent: [Double] = []

    public init(_ network: FloatNetwork) {
        self.network = network
        schedule = WindowSchedule(length: network.window, hop: network.hop)
        states = Array(repeating: FloatState(zeroFor: network), count: schedule.slots)
    }

    /// Forgets all windows and states.
    public mutating func restart() {
        self = FloatStreamingClassifier(network)
    }

    /// Takes one sample in physical units, one value per input feature.
    ///
    /// - Returns: the window that it completed, if any.
    public mutating func push(_ sample: [Double]) -> FloatWindow? {
        recent += network.normalised(sample)
        samplesSeen += 1
        let surplus = recent.count - schedule.length * network.inputs.count
        if surplus > 0 { recent.removeFirst(surplus) }
        let start = samplesSeen - schedule.length
        guard start >= 0, start % schedule.hop == 0 else { return nil }
        let slot = start / schedule.hop % schedule.slots
        if network.statePolicy == .reset { states[slot] = FloatState(zeroFor: network) }
        let probabilities = network.predict(window: recent, state: &states[slot])
        return FloatWindow(slot: slot, endSample: samplesSeen, probabilities: probabilities)
    }
}

/// A window evaluated in floating point.
public struct FloatWindow: Sendable, Equatable {
    /// The slot that carried it.
    public let slot: Int
    /// Samples seen when it ended, itself included.
    public let endSample: Int
    /// One per label.
    public let probabilities: [Double]

    /// The most probable label, the first of equals.
    public var label: Int {
        var best = 0
        for label in probabilities.indices where probabilities[label] > probabilities[best] { best = label }
        return best
    }
}
