/// Everything one LSTM layer keeps of 16 sequences on the way forward, for the way back. All are rows of 16 lanes.
package final class LayerTrace {
    let matrix: PaddedMatrix
    let inputs: Int
    let units: Int
    /// `[T + 1][padded columns]` the joined vector [x; h; 1] that step t reads; entry T holds the last hidden state only.
    let joined: FloatVector
    /// `[T][padded rows]` gate values; on the way back the gradients of the gate arguments.
    let gates: FloatVector
    /// `[T + 1][H]`, entry t is the cell state before step t.
    let cell: FloatVector
    /// `[T][H]` tanh of the cell state after step t.
    let cellTanh: FloatVector
    /// `[T][H]` gradient of the hidden state after step t, from what reads it besides the next step.
    let incoming: FloatVector
    private let steps: Int

    init(_ matrix: PaddedMatrix, inputs: Int, units: Int, steps: Int) {
        self.matrix = matrix
        self.inputs = inputs
        self.units = units
        self.steps = steps
        joined = FloatVector(count: (steps + 1) * matrix.paddedColumns * laneCount)
        gates = FloatVector(count: steps * matrix.paddedRows * laneCount)
        cell = FloatVector(count: (steps + 1) * units * laneCount)
        cellTanh = FloatVector(count: steps * units * laneCount)
        incoming = FloatVector(count: steps * units * laneCount)
        for step in 0...steps {
            (joined(step) + (inputs + units) * laneCount).update(repeating: 1, count: laneCount)
        }
    }

    package func joined(_ step: Int) -> UnsafeMutablePointer<Float> { joined.start + step * matrix.paddedColumns * laneCount }
    /// The hidden state before step `step`.
    func hidden(before step: Int) -> UnsafeMutablePointer<Float> { joined(step) + inputs * laneCount }
    func gates(_ step: Int) -> UnsafeMutablePointer<Float> { gates.start + step * matrix.paddedRows * laneCount }
    func cell(before step: Int) -> UnsafeMutablePointer<Float> { cell.start + step * units * laneCount }
    func cellTanh(_ step: Int) -> UnsafeMutablePointer<Float> { cellTanh.start + step * units * laneCount }
    func incoming(_ step: Int) -> UnsafeMutablePointer<Float> { incoming.start + step * units * laneCount }
}
