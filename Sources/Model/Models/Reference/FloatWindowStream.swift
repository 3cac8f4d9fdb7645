import MotionCore

/// Overlapping windows over a stream, each evaluated whole in double precision: the oracle of the streaming engine.
public struct FloatWindowStream: Sendable {
    /// What it evaluates.
    public let model: FloatModel
    /// Samples pushed since the last restart.
    public private(set) var samplesSeen = 0
    private var states: [FloatState]
    private var recent: [Double] = []

    public init(_ model: FloatModel) {
        self.model = model
        states = Array(repeating: FloatState(zeroFor: model.network), count: model.description.schedule.slots)
    }

    /// Forgets all windows and states.
    public mutating func restart() {
        self = FloatWindowStream(model)
    }

    /// Takes one sample in physical units, one value per input feature.
    ///
    /// - Returns: the window that it completed, if any.
    public mutating func push(_ sample: [Double]) -> FloatWindow? {
        let description = model.description
        let schedule = description.schedule
        recent += description.inputs.normalised(sample)
        samplesSeen += 1
        let surplus = recent.count - schedule.length * description.inputs.count
        if surplus > 0 { recent.removeFirst(surplus) }
        let start = samplesSeen - schedule.length
        guard start >= 0, start % schedule.hop == 0 else { return nil }
        let slot = start / schedule.hop % schedule.slots
        if description.statePolicy == .reset { states[slot] = FloatState(zeroFor: model.network) }
        let probabilities = model.network.predict(window: recent, state: &states[slot])
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

    public init(slot: Int, endSample: Int, probabilities: [Double]) {
        self.slot = slot
        self.endSample = endSample
        self.probabilities = probabilities
    }

    /// The most probable label, the first of equals.
    public var label: Int {
        var best = 0
        for label in probabilities.indices where probabilities[label] > probabilities[best] { best = label }
        return best
    }
}
