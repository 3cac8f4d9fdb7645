/// Sixteen sequences on their way forward through the network and back: memory, made once, for one group of a batch.
///
///     group.setInput(sample values, …); group.setTarget(…)
///     group.forward(packed); let score = group.scoreAndDifferentiate(…); group.backward(packed)
///
/// The sequences start from zero state. They are asked for the label at the `questions` steps; with one question at the last step that is
/// a window, with one every T steps a sequence of windows whose state is carried. Allocates in its initialiser only.
package final class SequenceGroup: @unchecked Sendable {
    let layout: ParameterLayout
    let kernels: Kernels
    /// Steps of a sequence.
    let steps: Int
    /// Steps behind which the network is asked, rising.
    package let questions: [Int]
    package let layers: [LayerTrace]
    let head: HeadTrace
    /// Gradient of the loss's sum, in the order of the parameters.
    package let gradient: FloatVector
    /// For each LSTM layer `[H]` factors of what leaves it upwards: 1, or dropout's 0 and 1 / (1 − p).
    package let masks: [FloatVector]
    /// `[questions][16]`: class, or −1 where nothing is asked.
    package internal(set) var targets: [Int32]
    /// `[questions][16]`: how much the answer counts.
    var importance: [Float]
    /// Steps whose joined vectors are transposed at once.
    static let chunk = 8
    let transposed: FloatVector
    let deltaJoined: FloatVector
    let deltaHidden: FloatVector
    let deltaCell: FloatVector

    package init(_ layout: ParameterLayout, steps: Int, questions: [Int], kernels: Kernels) {
        precondition(questions.last.map { $0 < steps } ?? false, "questions stand behind steps of the sequence")
        self.layout = layout
        self.kernels = kernels
        self.steps = steps
        self.questions = questions
        layers = layout.lstm.enumerated().map { layer, matrix in
            LayerTrace(matrix, inputs: layout.inputs(of: layer), units: layout.plan.lstmUnits[layer], steps: steps)
        }
        head = HeadTrace(layout.dense, questions: questions.count)
        gradient = FloatVector(count: layout.count)
        masks = layout.plan.lstmUnits.map { FloatVector(count: $0 * laneCount) }
        for mask in masks { mask.fill(1) }
        targets = [Int32](repeating: -1, count: questions.count * laneCount)
        importance = [Float](repeating: 0, count: questions.count * laneCount)
        let columns = (layout.lstm + layout.dense).map(\.paddedColumns).max() ?? 0
        let units = layout.plan.lstmUnits.max() ?? 0
        transposed = FloatVector(count: max(Self.chunk, questions.count) * columns * laneCount)
        deltaJoined = FloatVector(count: columns * laneCount)
        deltaHidden = FloatVector(count: units * laneCount)
        deltaCell = FloatVector(count: units * laneCount)
    }

    /// Puts one feature of one sample of one sequence where the first layer reads it.
    package func setInput(_ value: Float, step: Int, feature: Int, lane: Int) {
        layers[0].joined(step)[feature * laneCount + lane] = value
    }

    /// Where the first layer reads: feature f of step t of a lane stands at `t · inputStride + f · 16 + lane`.
    var inputs: UnsafeMutablePointer<Float> { layers[0].joined(0) }
    var inputStride: Int { layers[0].matrix.paddedColumns * laneCount }

    /// What a sequence should answer; `target` nil where it is not asked.
    package func setTarget(_ target: Int?, importance weight: Float, question: Int, lane: Int) {
        targets[question * laneCount + lane] = Int32(target ?? -1)
        importance[question * laneCount + lane] = target == nil ? 0 : weight
    }
}
