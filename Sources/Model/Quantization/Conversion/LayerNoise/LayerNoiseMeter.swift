import Formatting
import Models
import MotionCore
public import Recordings

/// Runs windows through the float network and through the specification of the integer one, and compares what flows between the
/// layers.
///
/// Slow: the specification is written to be read. `measure` therefore takes a share of what it is given.
public struct LayerNoiseMeter {
    /// What was found so far.
    public private(set) var noise: LayerNoise
    private let model: ModelDescription
    private let float: FloatNetwork
    private let reference: ScalarReference
    private let columns: [Int]

    /// Enough for two digits of a decibel.
    public static let sufficientWindows = 2_000

    public init(_ pair: NetworkPair) {
        model = pair.description
        float = pair.float
        reference = ScalarReference(pair.quantized)
        columns = model.inputs.recordedColumns
        noise = LayerNoise(of: float)
    }

    /// Measures windows of all sessions: the same share of each, from its start.
    ///
    /// - Parameter windows: of all sessions together, about; a session that has windows gives at least one.
    public mutating func measure(_ sessions: [RecordedSession], windows: Int = sufficientWindows) {
        let total = sessions.reduce(0) { $0 + model.schedule.windows(in: $1.count) }
        for session in sessions { measure(session, of: total, windows: windows) }
    }

    /// Measures one of several sessions that hold so many windows in all: its share of `windows`, from its start.
    package mutating func measure(_ session: RecordedSession, of total: Int, windows: Int = sufficientWindows) {
        let count = model.schedule.windows(in: session.count)
        guard count > 0 else { return }
        measure(session, windows: total <= windows ? count : max(1, count * windows / total))
    }

    /// Measures the first windows of one session, from zero state.
    private mutating func measure(_ session: RecordedSession, windows: Int) {
        let last = (windows - 1) * model.hop + model.window
        var exact: [[Double]] = []
        var quantized: [[Int16]] = []
        for index in 0..<last {
            let physical = session.quantities(columns, at: index)
            exact.append(model.inputs.normalised(physical))
            quantized.append(model.inputs.quantized(physical, fractionBits: reference.network.inputFractionBits))
        }
        noise.add("inputs", exact.flatMap { $0 }, quantized.flatMap { $0 }, bits: reference.network.inputFractionBits)
        let scale = Double(sign: .plus, exponent: reference.network.inputFractionBits, significand: 1)
        noise.saturate("inputs", exact.reduce(0) { $0 + $1.count { !(-32768...32767).contains(($0 * scale).rounded()) } })

        let slots = model.schedule.slots
        var floatStates = Array(repeating: FloatState(zeroFor: float), count: slots)
        var states = Array(repeating: reference.zeroState, count: slots)
        for window in 0..<windows {
            let slot = window % slots
            let samples = window * model.hop..<window * model.hop + model.window
            if model.statePolicy == .reset {
                floatStates[slot] = FloatState(zeroFor: float)
                states[slot] = reference.zeroState
            }
            compare(exact[samples].flatMap { $0 }, quantized[samples].flatMap { $0 }, &floatStates[slot], &states[slot])
        }
        noise.windows += windows
    }

    /// One window in both arithmetics.
    private mutating func compare(
        _ exact: [Double], _ quantized: [Int16], _ floatState: inout FloatState, _ state: inout ScalarReference.State
    ) {
        let network = reference.network
        var found: [String: [Int32]] = [:]
        var noise = noise
        _ = reference.predict(window: quantized, state: &state) { layer, sums in
            switch layer {
            case .lstm(let index): noise.countSaturation("\(float.recurrentName(index)) gates", sums)
            case .convolution: found["convolution"] = sums
            case .front(let index): found[float.convolutionName(index), default: []] += sums
            case .dense(let index): found[float.denseName(index)] = sums
            case .network, .detector: break
            }
        }
        if let convolution = float.convolution, let layer = network.convolution {
            noise.add("convolution", convolution.output(of: exact), found["convolution"] ?? [], rectified: true, layer)
        }
        var samples = stride(from: 0, to: exact.count, by: float.inputs).map { Array(exact[$0..<$0 + float.inputs]) }
        for (index, layer) in float.front.enumerated() {
            samples = layer.outputs(of: samples)
            let name = float.convolutionName(index)
            guard let map = network.front[index].operation.map else { continue }
            noise.add(name, samples.flatMap { $0 }, found[name] ?? [], rectified: map.rectified, map.affine)
        }
        var vector = float.features(ofWindow: exact, state: &floatState)
        for index in float.lstm.indices {
            let name = float.recurrentName(index)
            noise.add("\(name) hidden", floatState.hidden[index], state.hidden[index], bits: 15)
            noise.add("\(name) cell", floatState.cell[index], state.cell[index], bits: 15)
        }
        for (index, layer) in float.dense.enumerated() {
            vector = layer.output(of: vector)
            let name = float.denseName(index)
            let quantized = network.dense[index]
            if index == float.dense.count - 1 {
                noise.add(name, vector, found[name] ?? [], bits: quantized.affine.outputFractionBits)
            } else {
                noise.add(name, vector, found[name] ?? [], rectified: quantized.rectified, quantized.affine)
            }
        }
        self.noise = noise
    }
}

extension FloatNetwork {
    /// “convolution 1”: those in front are counted by themselves, without what pools.
    func convolutionName(_ index: Int) -> String { "convolution \(front[...index].count { $0.convolution != nil })" }

    /// “LSTM 1”.
    func recurrentName(_ index: Int) -> String { "\(lstm[index].cell.name) \(index + 1)" }

    /// The last dense layer gives the logits.
    func denseName(_ index: Int) -> String {
        index == dense.count - 1 ? "logits" : "dense \(index + 1)"
    }
}
