import MotionSignal

/// Overlapping windows over a stream, advanced sample by sample.
///
/// Each sample is projected through the first layer once, and every window in flight takes one step. When a window's last sample arrives,
/// only that window's step and the dense layers stand before the answer: the other windows take theirs when the next sample comes, so
/// that this one costs more. (With a hop of 1 every sample does both.) The probabilities are, bit for bit, those of `WindowClassifier` on
/// the same samples.
///
///     let classifier = StreamingClassifier(weights)
///     for sample in samples {                       // F inputs each, in the network's Q-format
///         if let window = classifier.push(sample) { print(window.endSample, window.label, window.probability) }
///     }
///
/// Allocates in its initialiser and never again. One thread at a time.
public final class StreamingClassifier {
    public let weights: NetworkWeights

    private let network: PackedNetwork
    private let workspace: Workspace
    private let slots: UnsafeMutablePointer<WindowSlot>
    private var flight: WindowsInFlight
    /// Whether the windows in flight have yet to take the last sample's step.
    private var isBehind = false
    /// Whether the next step reads the weights from their end, where the last one left off.
    private var backwards = false

    public init(_ weights: NetworkWeights) {
        self.weights = weights
        network = weights.network
        flight = WindowsInFlight(weights.shape.schedule)
        workspace = Workspace(for: weights.shape, batch: flight.slots)
        slots = .allocate(capacity: flight.slots)
        for index in 0..<flight.slots { (slots + index).initialize(to: WindowSlot(for: network)) }
    }

    deinit {
        for index in 0..<flight.slots { slots[index].deallocate() }
        slots.deallocate()
        workspace.deallocate()
    }

    /// Samples pushed since the last restart.
    public var samplesSeen: Int {
        @_noAllocation get { flight.samples }
    }

    /// Forgets all windows in flight and all carried state: what follows a gap is a new sequence.
    @_noAllocation
    public func restart() {
        flight.restart()
        isBehind = false
        for index in 0..<flight.slots { slots[index].state.reset() }
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
        catchUp()
        for index in 0..<count { workspace.samples[index] = inputs[index] }
        if let slot = flight.begin() { network.begin(slots[slot], carriesState: network.shape.carriesState) }
        if network.shape.hasConvolution {
            network.absorb(slots, in: flight, workspace: workspace)
        } else if flight.count > 0 {
            network.project(workspace: workspace)
            let windows = flight.count
            let answersFirst = flight.oldestEnds
            isBehind = answersFirst && windows > 1
            step(answersFirst ? 1 : windows)
        }
        guard let finished = flight.end() else { return nil }
        if network.shape.hasConvolution {
            let slot = slots[finished]
            let fromZero = !network.shape.carriesState
            network.finishConvolution(slot.sums, state: slot.state, fromZero: fromZero, workspace: workspace)
        }
        network.classify(state: slots[finished].state, workspace: workspace)
        return ClassifiedWindow(slot: finished, endSample: flight.samples, scores: workspace.scores, count: network.shape.labels)
    }

    /// Moves the other windows on after one was answered first.
    @_noAllocation
    private func catchUp() {
        guard isBehind else { return }
        step(flight.count)
        isBehind = false
    }

    /// Moves so many windows on, from the oldest.
    @_noAllocation
    private func step(_ windows: Int) {
        network.step(slots, in: flight, count: windows, backwards: backwards, workspace: workspace)
        backwards.toggle()
    }

    /// Probability in Q15 of one label of the window that was completed last. Traps on a label the network does not have.
    @_noAllocation
    public func probability(of label: Int) -> Int16 {
        let labels = network.shape.labels
        precondition(label >= 0 && label < labels, "the network has no such label")
        return workspace.scores[label]
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
