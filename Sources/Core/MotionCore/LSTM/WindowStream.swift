/// Overlapping windows over a stream, advanced sample by sample, in memory of the caller's: the form that runs on a device, and
/// inside `OwnedWindowStream`.
///
/// Each sample is projected through the first layer once, and every window in flight takes one step. (Behind front layers each
/// window has samples of its own, and takes a step when they give it one.) When a window's last sample
/// arrives, only that window's step and the dense layers stand before the answer: the other windows take theirs when the next
/// sample comes, so that this one costs more. (With a hop of 1 every sample does both.) The probabilities are, bit for bit, those
/// of the same windows evaluated one by one. Allocates nothing. One thread at a time.
public struct WindowStream: ~Copyable {
    /// The network that it runs; the stream does not own its memory.
    public let network: PackedNetwork

    private let workspace: Workspace
    private let slots: UnsafeMutablePointer<WindowSlot>
    /// `[slots]`; nil without front layers.
    private let fronts: UnsafeMutablePointer<FrontMemory>?
    private var flight: WindowsInFlight
    /// Whether the windows in flight have yet to take the last sample's step.
    private var isBehind = false
    /// Whether the next step reads the weights from their end, where the last one left off.
    private var backwards = false

    /// - Parameters:
    ///   - memory: `bytes(for: network)` or more, on a 64-byte boundary; it outlives the stream. Traps on less.
    public init(_ network: PackedNetwork, memory: UnsafeMutableRawPointer, byteCount: Int) {
        var memory = MemoryBlock(memory, byteCount: byteCount)
        let flight = WindowsInFlight(network.shape.schedule)
        workspace = Workspace(for: network.shape, batch: flight.slots, memory: &memory)
        slots = memory.take(WindowSlot.self, count: flight.slots)
        for index in 0..<flight.slots { slots[index] = WindowSlot(for: network.shape, memory: &memory) }
        fronts = FrontMemory.all(of: network, memory: &memory)
        self.flight = flight
        self.network = network
    }

    /// Bytes that a stream writes while it runs: every slot's state and sums, and the buffers between layers.
    public static func bytes(for network: PackedNetwork) -> Int {
        let count = network.shape.schedule.slots
        return Workspace.bytes(for: network.shape, batch: count) + pieceBytes(WindowSlot.self, count: count)
            + count * WindowSlot.bytes(for: network.shape) + FrontMemory.bytes(ofAllIn: network)
    }

    /// Samples pushed since the last restart.
    public var samplesSeen: Int {
        @_noAllocation get { flight.samples }
    }

    /// Forgets all windows in flight and all carried state: what follows a gap is a new sequence.
    @_noAllocation
    public mutating func restart() {
        flight.restart()
        isBehind = false
        for index in 0..<flight.slots { slots[index].state.reset() }
    }

    /// Takes the next sample.
    ///
    /// - Parameter inputs: `inputs` values in the network's Q-format. Traps on another count.
    /// - Returns: the window that this sample completed, if any. At most one window ends at a time.
    @_noAllocation
    public mutating func push(_ inputs: Span<Int16>) -> ClassifiedWindow? {
        let count = network.shape.inputs
        let given = inputs.count
        precondition(given == count, "a sample needs as many values as the network has inputs")
        catchUp()
        for index in 0..<count { workspace.samples[index] = inputs[index] }
        if let slot = flight.begin() {
            network.begin(slots[slot], carriesState: network.shape.carriesState)
            if let fronts { network.begin(fronts[slot]) }
        }
        if network.shape.hasConvolution {
            network.absorb(slots, in: flight, workspace: workspace)
        } else if flight.count > 0 {
            if fronts == nil { network.project(workspace: workspace) }
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
        } else if network.shape.lstmLayers == 0, let fronts {
            network.handOn(fronts[finished].output, workspace: workspace)
        }
        network.classify(state: slots[finished].state, workspace: workspace)
        var window = ClassifiedWindow(
            slot: finished, endSample: flight.samples, scores: workspace.scores, count: network.shape.labels)
        window.isUnknown = network.isUnknown(window.label, state: slots[finished].state, workspace: workspace)
        return window
    }

    /// Moves the other windows on after one was answered first. A caller with time to spare between two samples calls it; the next
    /// sample does it otherwise.
    @_noAllocation
    public mutating func catchUp() {
        guard isBehind else { return }
        step(flight.count)
        isBehind = false
    }

    /// Moves so many windows on, from the oldest; of those with front layers the ones to which these give something.
    @inline(__always) @_noAllocation
    private mutating func step(_ windows: Int) {
        var count = windows
        if fronts == nil {
            for index in 0..<windows { workspace.moving[index] = flight.slot(index) }
        } else {
            count = passFronts(windows)
            guard count > 0 else { return }
        }
        network.step(slots, count: count, backwards: backwards, fronts: fronts, workspace: workspace)
        backwards.toggle()
    }

    /// Takes the sample through the front layers of so many windows.
    ///
    /// - Returns: how many of them have something for the LSTM; `workspace.moving` names their slots.
    // Apart, so that a network without such layers pays nothing for them.
    @inline(never) @_noAllocation
    private func passFronts(_ windows: Int) -> Int {
        guard let fronts else { return windows }
        var count = 0
        for index in 0..<windows {
            let slot = flight.slot(index)
            let memory = fronts[slot]
            guard network.pass(workspace.samples, memory, into: memory.output, workspace: workspace) else { continue }
            workspace.moving[count] = slot
            count += 1
        }
        return count
    }

    /// Probabilities in Q15 of the window that was completed last, one per label. Valid until the next sample.
    public var probabilities: UnsafePointer<Int16> {
        @_noAllocation get { UnsafePointer(workspace.scores) }
    }

    /// The last LSTM layer's hidden state in Q15, at the end of the window that was completed last: `units` values, or nil without
    /// an LSTM. Valid until the next sample.
    @_noAllocation
    package func hidden(of window: ClassifiedWindow) -> UnsafePointer<Int16>? { network.lastHidden(of: slots[window.slot].state) }

    /// Logits of the window that was completed last, one per label, in Q12 (ARITHMETIC.md §6). Valid until the next sample.
    package var logits: UnsafePointer<Int32> {
        @_noAllocation get { UnsafePointer(workspace.logits) }
    }

    /// Probability in Q15 of one label of the window that was completed last. Traps on a label the network does not have.
    @_noAllocation
    public func probability(of label: Int) -> Int16 {
        let labels = network.shape.labels
        precondition(label >= 0 && label < labels, "the network has no such label")
        return workspace.scores[label]
    }
}
