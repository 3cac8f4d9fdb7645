import CFloatKernels
package import Models
import MotionCore

/// What `FloatWindowStream` computes, eight windows at a time: the same products and functions in double precision, summed in
/// another order, so that probabilities differ by less than 1e-12. For networks of LSTM and dense layers.
///
/// Allocates for what it returns and for the samples of one window and one `push`; not for each step.
package final class FloatOracle {
    /// Windows side by side.
    package static let lanes = Int(mq_oracle_lanes)

    private let model: FloatModel
    private let network: OracleNetwork
    private let kernels: mq_oracle_kernels
    /// Of each LSTM layer: its inputs, below them its hidden state.
    private let reads: [LaneBuffer]
    private let cells: [LaneBuffer]
    private let gates: LaneBuffer
    private let outputs: [LaneBuffer]
    private var states: [FloatState]
    /// Normalised samples from `firstKept` on.
    private var recent: [Double] = []
    private var firstKept = 0
    /// Samples pushed since the last restart.
    package private(set) var samplesSeen = 0
    /// First sample of the window that comes next.
    private var nextStart = 0

    /// nil for a network with a convolution, front layers or a GRU, or without an LSTM.
    package init?(_ model: FloatModel, kernels: OracleKernels = .available[0]) {
        guard let network = OracleNetwork(model.network) else { return nil }
        self.model = model
        self.network = network
        self.kernels = kernels.c
        reads = network.lstm.map { LaneBuffer(rows: $0.columns) }
        cells = network.units.map { LaneBuffer(rows: $0) }
        gates = LaneBuffer(rows: network.lstm.map(\.rows).max() ?? 0)
        outputs = network.dense.map { LaneBuffer(rows: $0.rows) }
        states = Array(repeating: FloatState(zeroFor: model.network), count: model.description.schedule.slots)
    }

    /// Forgets all windows and states.
    package func restart() {
        states = Array(repeating: FloatState(zeroFor: model.network), count: states.count)
        recent.removeAll(keepingCapacity: true)
        (firstKept, samplesSeen, nextStart) = (0, 0, 0)
    }

    /// Takes samples in physical units, one value per input feature each, sample after sample.
    ///
    /// - Returns: the windows that they completed, in the order of their ends.
    package func push(_ samples: [Double]) -> [FloatWindow] {
        let schedule = model.description.schedule
        let features = model.description.inputs
        for (place, value) in samples.enumerated() { recent.append(features[place % features.count].normalised(value)) }
        samplesSeen += samples.count / features.count
        var windows: [FloatWindow] = []
        let carries = model.description.statePolicy == .carry
        let most = carries ? min(Self.lanes, schedule.slots) : Self.lanes
        while nextStart + schedule.length <= samplesSeen {
            var starts: [Int] = []
            while starts.count < most, nextStart + schedule.length <= samplesSeen {
                starts.append(nextStart)
                nextStart += schedule.hop
            }
            let slots = starts.map { $0 / schedule.hop % schedule.slots }
            let probabilities = predict(starts, slots: carries ? slots : [])
            for (lane, start) in starts.enumerated() {
                windows.append(
                    FloatWindow(slot: slots[lane], endSample: start + schedule.length, probabilities: probabilities[lane]))
            }
        }
        let unused = min(nextStart, samplesSeen) - firstKept
        recent.removeFirst(unused * features.count)
        firstKept += unused
        return windows
    }

    /// Windows side by side.
    ///
    /// - Parameter slots: whose state each of them goes on from; none from zero state.
    private func predict(_ starts: [Int], slots: [Int]) -> [[Double]] {
        for buffer in reads + cells { buffer.clear() }
        for (lane, slot) in slots.enumerated() { load(states[slot], lane: lane) }
        for step in 0..<model.description.schedule.length {
            recent.withUnsafeBufferPointer { samples in
                for lane in 0..<Self.lanes {
                    // Lanes that are left over do what the first one does.
                    let sample = (starts[lane < starts.count ? lane : 0] - firstKept + step) * network.inputs
                    for input in 0..<network.inputs { reads[0].row(input)[lane] = samples[sample + input] }
                }
            }
            advance()
        }
        for (lane, slot) in slots.enumerated() { store(&states[slot], lane: lane) }
        return classify(count: starts.count)
    }

    private func advance() {
        for (layer, matrix) in network.lstm.enumerated() {
            let (units, inputs) = (network.units[layer], matrix.columns - network.units[layer])
            let hidden = reads[layer].row(inputs)
            if layer > 0 {
                let below = reads[layer - 1].row(network.lstm[layer - 1].columns - network.units[layer - 1])
                reads[layer].start.update(from: below, count: inputs * Self.lanes)
            }
            matrix.values.withUnsafeBufferPointer {
                kernels.affine(gates.start, $0.baseAddress, matrix.rows, matrix.columns, reads[layer].start, 0)
            }
            kernels.cell(gates.start, hidden, cells[layer].start, units)
        }
    }

    private func classify(count: Int) -> [[Double]] {
        let last = network.lstm.count - 1
        var vector = reads[last].row(network.lstm[last].columns - network.units[last])
        for (layer, matrix) in network.dense.enumerated() {
            matrix.values.withUnsafeBufferPointer {
                kernels.affine(
                    outputs[layer].start, $0.baseAddress, matrix.rows, matrix.columns, vector, matrix.isRectified ? 1 : 0)
            }
            vector = outputs[layer].start
        }
        kernels.softmax(vector, network.labels)
        return (0..<count).map { lane in (0..<network.labels).map { vector[$0 * Self.lanes + lane] } }
    }

    private func load(_ state: FloatState, lane: Int) {
        for layer in network.units.indices {
            let first = network.lstm[layer].columns - network.units[layer]
            for unit in 0..<network.units[layer] {
                reads[layer].row(first + unit)[lane] = state.hidden[layer][unit]
                cells[layer].row(unit)[lane] = state.cell[layer][unit]
            }
        }
    }

    private func store(_ state: inout FloatState, lane: Int) {
        for layer in network.units.indices {
            let first = network.lstm[layer].columns - network.units[layer]
            for unit in 0..<network.units[layer] {
                state.hidden[layer][unit] = reads[layer].row(first + unit)[lane]
                state.cell[layer][unit] = cells[layer].row(unit)[lane]
            }
        }
    }
}
