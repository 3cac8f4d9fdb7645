import Models
import MotionCore
package import Recordings

/// Measures `ErrorSources` on sessions that are handed in one after the other.
package struct ErrorSourcesMeter {
    private let pair: NetworkPair
    private let exact: SwitchedNetwork
    private let parts: [(ErrorSources.Source, SwitchedNetwork)]
    private let engine: SessionStream
    /// In all, and of a session.
    private let windows: Int
    private let most: Int
    private var sums: [ErrorSources.Source: Double] = [:]
    private var (whole, values, seen) = (0.0, 0, 0)

    /// - Parameter sessions: how many will come, so that each has its share.
    package init(_ pair: NetworkPair, sessions: Int) {
        self.pair = pair
        windows = ErrorSources.windows(for: pair)
        most = max(1, windows / max(1, sessions))
        exact = SwitchedNetwork(pair, parts: [])
        parts = ErrorSources.Source.allCases.map { ($0, SwitchedNetwork(pair, parts: [$0])) }
        engine = SessionStream(pair)
    }

    /// Measures a session's first windows, if those before were not enough.
    package mutating func measure(_ session: RecordedSession) {
        guard seen < windows else { return }
        let description = pair.description
        var inputs: [Double] = []
        var found: [[Double]] = []
        engine.restart()
        for index in 0..<min(session.count, (most - 1) * description.hop + description.window) {
            let physical = engine.physical(session, at: index)
            inputs += description.inputs.normalised(physical)
            guard engine.push(physical) != nil else { continue }
            found.append(description.labels.indices.map { Double(engine.windows.probability(of: $0)) / 32_768 })
        }
        let expected = exact.probabilities(ofWindowsIn: inputs, description)
        whole += Self.squares(found, expected)
        for (source, network) in parts {
            sums[source, default: 0] += Self.squares(network.probabilities(ofWindowsIn: inputs, description), expected)
        }
        seen += expected.count
        values += expected.count * description.labels.count
    }

    /// What was found so far.
    package var sources: ErrorSources {
        let count = Double(max(1, values))
        return ErrorSources(
            rootMeanSquares: sums.mapValues { ($0 / count).squareRoot() }, all: (whole / count).squareRoot(), windows: seen)
    }

    private static func squares(_ found: [[Double]], _ expected: [[Double]]) -> Double {
        zip(found, expected).reduce(0) { sum, pair in
            zip(pair.0, pair.1).reduce(sum) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
    }
}
