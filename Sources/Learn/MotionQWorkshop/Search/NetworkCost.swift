import MotionCore
import Quantization
import Training

/// What a network takes on a chip.
public struct NetworkCost: Sendable, Equatable {
    /// Bytes of its constants, as an export counts them.
    public let bytes: Int
    /// Instructions of a Cortex-M4's inner loops: in a second of a stream, or for a stroke.
    public let instructions: Double
}

/// What candidates take. That depends on their shape alone, so that networks with weights of no meaning are quantized for it, by
/// what quantizes and packs the others.
final class NetworkCosts {
    private let settings: LearningSettings
    private let inputs: Int
    private let classes: Int
    private let isOfStrokes: Bool
    /// Networks that were quantized already, by their units: a schedule changes no byte.
    private var known: [Int: NetworkPair] = [:]

    /// - Parameter inputs: that a network reads.
    init(_ settings: LearningSettings, inputs: Int, classes: Int, isOfStrokes: Bool) {
        self.settings = settings
        self.inputs = inputs
        self.classes = classes
        self.isOfStrokes = isOfStrokes
    }

    func cost(of choice: SearchChoice) throws -> NetworkCost {
        let pair = try pair(choice.units)
        let hop = isOfStrokes ? choice.window : choice.hop
        let perSample = pair.quantized.instructionsPerSample(of: WindowSchedule(length: choice.window, hop: hop)) ?? 0
        return NetworkCost(
            bytes: pair.weights.packedBytes, instructions: perSample * (isOfStrokes ? Double(choice.window) : choice.rate))
    }

    private func pair(_ units: Int) throws -> NetworkPair {
        if let pair = known[units] { return pair }
        let shape = BenchmarkShape(
            "candidate", window: 4, inputs: inputs, units: [Int](repeating: units, count: settings.layers),
            dense: settings.dense > 0 ? settings.dense : nil, classes: classes)
        let pair = try Conversion(of: shape.model(), sessions: []).pair
        known[units] = pair
        return pair
    }
}
