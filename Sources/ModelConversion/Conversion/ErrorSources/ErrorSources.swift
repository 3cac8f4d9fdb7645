import LSTMEngine
package import Recording
package import ReferenceModel

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
    /// The same with everything in fixed point, as the network runs.
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
    /// - Throws: `MissingFeature` if recordings do not hold what the network reads.
    package init(_ pair: NetworkPair, sessions: [RecordedSession]) throws(MissingFeature) {
        let description = pair.description
        let columns = try description.inputs.columns(in: RecordedSession.channelNames).get()
        let bits = pair.quantized.inputFractionBits
        let weights = pair.quantized.lstm.flatMap(\.terms).reduce(0) { $0 + $1.weights.count }
        let steps = pair.float.convolution == nil ? description.window : 1
        let work = weights * steps * (Source.allCases.count + 1)
        let windows = max(20, min(Self.sufficientWindows, Self.sufficientWork / max(1, work)))
        let most = max(1, windows / max(1, sessions.count))
        let exact = SwitchedNetwork(pair, parts: [])
        let parts = Source.allCases.map { ($0, SwitchedNetwork(pair, parts: [$0])) }
        let engine = OwnedWindowStream(pair.weights)
        var sums: [Source: Double] = [:]
        var (whole, values, seen) = (0.0, 0, 0)
        for session in sessions where seen < windows {
            var inputs: [Double] = []
            var found: [[Double]] = []
            engine.restart()
            for index in 0..<min(session.count, (most - 1) * description.hop + description.window) {
                let sample = session.sample(index)
                let physical = columns.map { Double(sample[sample.startIndex + $0]) }
                inputs += description.inputs.normalised(physical)
                guard engine.push(description.inputs.quantized(physical, fractionBits: bits).span) != nil else { continue }
                found.append(description.labels.indices.map { Double(engine.probability(of: $0)) / 32_768 })
            }
            let expected = exact.probabilities(ofWindowsIn: inputs, description)
            whole += Self.squares(found, expected)
            for (source, network) in parts {
                sums[source, default: 0] += Self.squares(network.probabilities(ofWindowsIn: inputs, description), expected)
            }
            seen += expected.count
            values += expected.count * description.labels.count
        }
        let count = Double(max(1, values))
        rootMeanSquares = sums.mapValues { ($0 / count).squareRoot() }
        all = (whole / count).squareRoot()
        self.windows = seen
    }

    private static func squares(_ found: [[Double]], _ expected: [[Double]]) -> Double {
        zip(found, expected).reduce(0) { sum, pair in
            zip(pair.0, pair.1).reduce(sum) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
    }
}
