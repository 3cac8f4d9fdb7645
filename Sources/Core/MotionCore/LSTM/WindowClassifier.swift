import CMotionCore

/// The plain form: one whole window in, probabilities out, with an optional starting state and the new state coming back.
///
///     let classifier = WindowClassifier(weights)
///     let state = SequenceState(for: weights)
///     classifier.predict(window: samples, state: state)   // continues the sequence; state.reset() starts another
///
/// Allocates in its initialiser and never again. One thread at a time.
public final class WindowClassifier {
    /// Samples that go through one load of the first layer's weights.
    private static let batch = 8

    /// The network that it runs.
    public let weights: NetworkWeights
    private let network: PackedNetwork
    private let workspace: Workspace
    private let state: StateMemory
    /// nil without front layers; their outputs that have not been evaluated yet, `[batch][rows]`.
    private let front: (memory: FrontMemory, outputs: UnsafeMutablePointer<Int16>, rows: Int)?
    private let block: HeapBlock

    /// Allocates all that it needs.
    public init(_ weights: NetworkWeights) {
        self.weights = weights
        network = weights.network
        let batch = min(Self.batch, weights.shape.schedule.length)
        let rows = FrontSizes(network).rows
        block = HeapBlock(
            byteCount: Workspace.bytes(for: weights.shape, batch: batch) + StateMemory.bytes(for: weights.shape)
                + FrontMemory.bytes(for: network, windows: 1) + pieceBytes(Int16.self, count: batch * rows))
        var memory = block.memory
        workspace = Workspace(for: weights.shape, batch: batch, memory: &memory)
        state = StateMemory(for: weights.shape, memory: &memory)
        guard weights.shape.frontLayers > 0 else {
            front = nil
            return
        }
        let field = FrontMemory.field(for: network, memory: &memory)
        front = (
            memory: FrontMemory(for: network, field: field, memory: &memory),
            outputs: memory.take(Int16.self, count: batch * rows), rows: rows
        )
    }

    /// Evaluates one window of T samples × F inputs, sample after sample, in the network's Q-format, from zero state.
    ///
    /// Traps on another count. Returns the most probable label; `probability(of:)` gives the others.
    @_noAllocation
    @discardableResult
    public func predict(window: Span<Int16>) -> ClassifiedWindow {
        state.reset()
        return evaluate(window, fromZero: true)
    }

    /// Evaluates a window from a given state, which is replaced by the state after the window.
    @_noAllocation
    @discardableResult
    public func predict(window: Span<Int16>, state: SequenceState) -> ClassifiedWindow {
        self.state.copy(from: state.memory)
        let result = evaluate(window, fromZero: false)
        state.memory.copy(from: self.state)
        return result
    }

    @_noAllocation
    private func evaluate(_ window: Span<Int16>, fromZero: Bool) -> ClassifiedWindow {
        let length = network.shape.schedule.length
        let inputs = network.shape.inputs
        let given = window.count
        precondition(given == length * inputs, "a window needs T samples of as many values as the network has inputs")
        if let front { return passed(window, front.memory, front.outputs, rows: front.rows, fromZero: fromZero) }
        network.convolution?.pointee.begin(workspace.single)
        var time = 0
        while time < length {
            let count = min(workspace.batch, length - time)
            for sample in 0..<count {
                let row = workspace.samples + sample * workspace.sampleStride
                for index in 0..<inputs { row[index] = window[(time + sample) * inputs + index] }
                workspace.inputs[sample] = UnsafePointer(row)
            }
            if let convolution = network.convolution {
                network.add(
                    convolution.pointee.input, panels: time..<time + count, of: workspace.samples, to: workspace.single,
                    backwards: false)
            } else {
                network.run(state, fromZero: fromZero && time == 0, count: count, workspace: workspace)
            }
            time += count
        }
        if network.shape.hasConvolution {
            network.finishConvolution(workspace.single, state: state, fromZero: fromZero, workspace: workspace)
        }
        return classified()
    }

    /// Evaluates a window whose samples pass front layers: as many of their outputs as fit go through one load of the weights.
    @_noAllocation
    private func passed(
        _ window: Span<Int16>, _ memory: FrontMemory, _ outputs: UnsafeMutablePointer<Int16>, rows: Int, fromZero: Bool
    ) -> ClassifiedWindow {
        let length = network.shape.schedule.length
        let inputs = network.shape.inputs
        network.begin(memory)
        var gathered = 0
        var isFirst = true
        for time in 0..<length {
            for index in 0..<inputs { workspace.samples[index] = window[time * inputs + index] }
            let output = outputs + gathered * rows
            if network.pass(workspace.samples, memory, into: output, workspace: workspace) {
                workspace.inputs[gathered] = UnsafePointer(output)
                gathered += 1
                if network.shape.lstmLayers == 0 { network.handOn(output, workspace: workspace) }
            }
            guard gathered == workspace.batch || (gathered > 0 && time == length - 1) else { continue }
            network.run(state, fromZero: fromZero && isFirst, count: gathered, workspace: workspace)
            gathered = 0
            isFirst = false
        }
        return classified()
    }

    /// What the dense layers make of the state, or of what was handed on.
    @_noAllocation
    private func classified() -> ClassifiedWindow {
        let length = network.shape.schedule.length
        network.classify(state: state, workspace: workspace)
        var found = ClassifiedWindow(slot: 0, endSample: length, scores: workspace.scores, count: network.shape.labels)
        found.isUnknown = network.isUnknown(found.label, state: state, workspace: workspace)
        return found
    }

    /// Probability in Q15 of one label of the last window. Traps on a label the network does not have.
    @_noAllocation
    public func probability(of label: Int) -> Int16 {
        let labels = network.shape.labels
        precondition(label >= 0 && label < labels, "the network has no such label")
        return workspace.scores[label]
    }
}
