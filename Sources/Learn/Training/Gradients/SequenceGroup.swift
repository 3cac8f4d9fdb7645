/// Sixteen sequences on their way forward through the network and back: memory, made once, for one group of a batch.
///
///     group.setInput(sample values, …); group.setTarget(…)
///     group.forward(packed); let score = group.scoreAndDifferentiate(…); group.backward(packed)
///
/// The sequences start from zero state. Their labels are targets at the supervised steps; with one at the last step that is a
/// window, with one every T steps a sequence of windows whose state is carried. Allocates in its initialiser only.
package final class SequenceGroup: @unchecked Sendable {
    let layout: ParameterLayout
    let kernels: TrainingKernels
    /// Steps of a sequence.
    let steps: Int
    /// Steps after which the network's answer may have a target, rising. Elsewhere a supervised step is given by its position among
    /// these. With a convolution the last step alone.
    package let supervisedSteps: [Int]
    package let layers: [LayerTrace]
    let head: HeadTrace
    /// Gradient of the loss's sum, in the order of the parameters.
    package let gradient: FloatVector
    /// For each LSTM layer, or for the convolution, `[H]` factors of what leaves it upwards: 1, or dropout's 0 and 1 / (1 − p).
    package let masks: [FloatVector]
    /// `[supervised steps][16]`: class, −1 without a target, or −2 for no class more than any other.
    package internal(set) var targets: [Int32]
    /// `[supervised steps][16]`: how much the step counts; 0 without a target.
    var sampleWeights: [Float]
    /// Steps whose joined vectors are transposed at once.
    static let chunk = 8
    let transposed: FloatVector
    let deltaJoined: FloatVector
    let deltaHidden: FloatVector
    let deltaCell: FloatVector

    package init(_ layout: ParameterLayout, steps: Int, supervisedSteps: [Int], kernels: TrainingKernels) {
        precondition(supervisedSteps.last.map { $0 < steps } ?? false, "supervised steps are steps of the sequence")
        precondition(
            layout.plan.convolution.map { $0.window == steps && supervisedSteps == [steps - 1] } ?? true,
            "a convolution reads the whole sequence")
        self.layout = layout
        self.kernels = kernels
        self.steps = steps
        self.supervisedSteps = supervisedSteps
        layers = layout.lstm.enumerated().map { layer, matrix in
            LayerTrace(matrix, inputs: layout.inputs(of: layer), units: layout.plan.lstmUnits[layer], steps: steps)
        }
        head = HeadTrace(layout.head, supervisedSteps: supervisedSteps.count)
        gradient = FloatVector(count: layout.count)
        masks = layout.plan.droppedUnits.map { FloatVector(count: $0 * laneCount) }
        for mask in masks { mask.fill(1) }
        targets = [Int32](repeating: -1, count: supervisedSteps.count * laneCount)
        sampleWeights = [Float](repeating: 0, count: supervisedSteps.count * laneCount)
        let columns = layout.matrices.map(\.paddedColumns).max() ?? 0
        let units = layout.plan.lstmUnits.max() ?? 0
        transposed = FloatVector(count: max(layers.isEmpty ? 1 : Self.chunk, supervisedSteps.count) * columns * laneCount)
        deltaJoined = FloatVector(count: columns * laneCount)
        deltaHidden = FloatVector(count: units * laneCount)
        deltaCell = FloatVector(count: units * laneCount)
    }

    /// Puts one feature of one sample of one sequence where the first layer reads it.
    package func setInput(_ value: Float, step: Int, feature: Int, lane: Int) {
        inputs[step * inputStride + feature * laneCount + lane] = value
    }

    /// Where the first layer reads: feature f of step t of a lane stands at `t · inputStride + f · 16 + lane`.
    package var inputs: UnsafeMutablePointer<Float> { layers.first?.joined(0) ?? head.input(0, 0) }
    package var inputStride: Int { (layers.first?.matrix.paddedColumns ?? layout.plan.inputs) * laneCount }

    /// What a sequence should answer at a supervised step; nil for anything.
    package func setTarget(_ target: Int?, sampleWeight weight: Float, position: Int, lane: Int) {
        targets[position * laneCount + lane] = Int32(target ?? -1)
        sampleWeights[position * laneCount + lane] = target == nil ? 0 : weight
    }

    static let counterexample: Int32 = -2

    /// A sequence that should be taken for no class more than for any other, at its last supervised step.
    package func setCounterexample(lane: Int) {
        clearTargets(lane: lane)
        let last = (supervisedSteps.count - 1) * laneCount + lane
        targets[last] = Self.counterexample
        sampleWeights[last] = 1
    }
}
