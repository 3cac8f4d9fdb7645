import MotionSignal

/// Overlapping windows over a stream, advanced sample by sample.
///
/// Each sample is projected through the first layer once, and every window in flight takes one step; when a window's last sample
/// arrives only that step and the dense layers remain. The probabilities are, bit for bit, those of `WindowClassifier` on the same samples.
///
///     let classifier = StreamingClassifier(weights)
///     for sample in samples {                       // F inputs each, in the network's Q-format
///         if let window = classifier.push(sample) { print(window.endSample, window.label, window.probability) }
///     }
///
/// Allocates in its initialiser and never again. One thread at a time.
public final class StreamingClassifier {
    public let weights: NetworkWeights
    /// Samples pushed since the last restart.
    public private(set) var samplesSeen = 0

    private let network: PackedNetwork
    private let workspace: Workspace
    private let slots: UnsafeMutablePointer<WindowSlot>
    private let slotCount: Int

    public init(_ weights: NetworkWeights) {
        self.weights = weights
        network = weights.network
        workspace = Workspace(for: weights.shape)
        slotCount = weights.shape.schedule.slots
        slots = .allocate(capacity: slotCount)
        for index in 0..<slotCount { (slots + index).initialize(to: WindowSlot(for: network)) }
    }

    deinit {
        for index in 0..<slotCount { slots[index].deallocate() }
        slots.deallocate()
        workspace.deallocate()
    }

    /// Forgets all windows in flight and all carried state: what follows a gap is a new sequence.
    @_noAllocation
    public func restart() {
        samplesSeen = 0
        for index in 0..<slotCount {
            slots[index].position = -1
            slots[index].state.reset()
        }
    }

    /// Takes the next sample.
    ///
    /// - Parameter inputs: `inputs` values in the network's Q-format. Traps on another count.
    /// - Returns: the window that this sample completed, if any. At most one window ends at a time.
    @_noAllocation
    public func push(_ inputs: Span<Int16>) -> ClassifiedWindow? {
        let count = network.shape.inputs
        let given = inputs.count
        precondition(given == count, "a sample needs as many values as the network has inputs")
        for index in 0..<count { workspace.sample[index] = inputs[index] }
        beginWindow()
        if !network.shape.hasConvolution { network.project(workspace.sample, workspace: workspace) }
        samplesSeen += 1
        var finished = -1
        for index in 0..<slotCount where network.absorb(into: &slots[index], workspace: workspace) { finished = index }
        guard finished >= 0 else { return nil }
        network.classify(state: slots[finished].state, workspace: workspace)
        return ClassifiedWindow(slot: finished, endSample: samplesSeen, scores: workspace.scores, count: network.shape.labels)
    }

    /// Probability in Q15 of one label of the window that was completed last. Traps on a label the network does not have.
    @_noAllocation
    public func probability(of label: Int) -> Int16 {
        let labels = network.shape.labels
        precondition(label >= 0 && label < labels, "the network has no such label")
        return workspace.scores[label]
    }

    /// Starts the window whose first sample is the one now arriving, if one does.
    @_noAllocation
    private func beginWindow() {
        let (window, remainder) = samplesSeen.quotientAndRemainder(dividingBy: network.shape.schedule.hop)
        guard remainder == 0 else { return }
        let index = window % slotCount
        if !network.shape.carriesState { slots[index].state.reset() }
        network.begin(&slots[index])
    }
}

/// A window that was evaluated.
public struct ClassifiedWindow: Sendable, Equatable {
    /// The slot that carried it, 0 …
    public let slot: Int
    /// Samples seen when it ended, itself included: the window covers `endSample − T ..< endSample`.
    public let endSample: Int
    /// Most probable label, the first one of equals.
    public let label: Int
    /// Its probability, Q15.
    public let probability: Int16

    @_noAllocation
    init(slot: Int, endSample: Int, scores: UnsafePointer<Int16>, count: Int) {
        var best = 0
        for label in 1..<max(count, 1) where scores[label] > scores[best] { best = label }
        self.slot = slot
        self.endSample = endSample
        label = best
        probability = scores[best]
    }
}
