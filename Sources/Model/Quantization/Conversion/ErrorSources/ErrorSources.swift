import Models
import MotionCore
package import Recordings

/// Which part of fixed point moves a network's probabilities: each part switched on alone, on recordings.
///
/// The parts do not add up: they go together, and where a state is carried they push it.
public struct ErrorSources: Sendable, Equatable {
    /// A part of fixed point.
    public enum Source: String, Sendable, CaseIterable {
        /// Inputs in their Q-format, saturated.
        case inputs
        /// Weights and biases in steps.
        case weights
        /// The gates' arguments in Q12, saturated, and the bit that i and o lose.
        case gates
        /// Hidden and cell states in Q15, and their products.
        case state
        /// Chords in place of tanh, sigmoid and exponential, in steps of their results.
        case tables
        /// What layers hand on: results of convolution and dense layers, logits, probabilities.
        case results
    }

    /// √ of the mean of Δp² over windows and labels, against the float network, with this part alone in fixed point.
    public let rootMeanSquares: [Source: Double]
    /// √ of the mean of Δp² with everything in fixed point, as the network runs.
    public let all: Double
    /// Windows that it was measured on.
    public let windows: Int

    /// The part that does most, the first of equals.
    public var dominating: Source {
        var best = Source.inputs
        for source in Source.allCases where (rootMeanSquares[source] ?? 0) > (rootMeanSquares[best] ?? 0) { best = source }
        return best
    }
}

extension ErrorSources {
    /// Enough for two digits.
    private static let sufficientWindows = 1_000
    /// Multiplications, about: a second or two of them.
    private static let sufficientWork = 2_000_000_000

    /// Runs windows of the sessions' beginnings once in float, once for each part and once in the engine.
    ///
    package init(_ pair: NetworkPair, sessions: [RecordedSession]) {
        var meter = ErrorSourcesMeter(pair, sessions: sessions.count)
        for session in sessions { meter.measure(session) }
        self = meter.sources
    }

    /// How many windows are enough for a network.
    static func windows(for pair: NetworkPair) -> Int {
        let network = pair.quantized
        let layers = network.lstm.isEmpty ? network.convolution.map { [$0] } ?? [] : network.lstm
        let weights = layers.flatMap(\.terms).reduce(0) { $0 + $1.weights.count }
        let schedule = pair.description.schedule
        let steps = network.convolution == nil ? network.front.outputs(of: schedule.length) : 1
        let work = (weights * steps + network.frontMultiplications(of: schedule)) * (Source.allCases.count + 1)
        return max(20, min(sufficientWindows, sufficientWork / max(1, work)))
    }
}
