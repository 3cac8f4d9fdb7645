import Models
import MotionCore
public import Quantization

/// What it takes to run a network in one arithmetic.
public struct RunningCost: Sendable, Equatable {
    /// Bytes of weights, biases and tables as they lie in memory.
    public var bytes: Int
    /// Bytes that are written while it runs: states of all slots, sums, buffers.
    public var workingBytes: Int
    /// Median time to bring a stream forward by one window; nil if it was not measured.
    public var nanosecondsPerWindow: Double?

    public init(bytes: Int, workingBytes: Int, nanosecondsPerWindow: Double? = nil) {
        self.bytes = bytes
        self.workingBytes = workingBytes
        self.nanosecondsPerWindow = nanosecondsPerWindow
    }
}

extension NetworkPair {
    /// The float network's: float32 weights; double precision states and the window's samples.
    public var floatCost: RunningCost {
        var weights = float.convolution.map { $0.weights.values.count + $0.bias.count } ?? 0
        weights += float.front.compactMap(\.convolution).reduce(0) { $0 + $1.weights.values.count + $1.bias.count }
        var units = 0
        for layer in float.lstm {
            weights += layer.inputWeights.values.count + layer.hiddenWeights.values.count + layer.bias.count
            units += layer.units
        }
        for layer in float.dense { weights += layer.weights.values.count + layer.bias.count }
        let slots = description.schedule.slots
        return RunningCost(bytes: weights * 4, workingBytes: (slots * 2 * units + description.window * float.inputs) * 8)
    }

    /// The integer network's, as the engine holds it.
    public var q15Cost: RunningCost {
        RunningCost(bytes: weights.packedBytes, workingBytes: weights.workingBytes)
    }
}
