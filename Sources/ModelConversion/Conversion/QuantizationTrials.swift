import Foundation
import LSTMEngine
package import Recording
package import ReferenceModel

/// Which of several ways to quantize a network stays closest to the float network on the recordings that it is calibrated on.
///
/// Where state is carried, errors of like size differ several times in what they do to probabilities: by the direction in which
/// they push. That shows when the network runs, and running it is cheap.
package struct QuantizationTrials {
    private let sessions: ArraySlice<RecordedSession>
    private let columns: [Int]
    /// The float network's, one row a session: all windows' probabilities.
    private let expected: [[Double]]

    /// What to try: how much more the inputs are given than the reserve that they need, and whether errors are made to cancel.
    package static let candidates: [(moreReserve: Double, isCompensated: Bool)] = [1, 1.06, 1.12, 1.19, 1.26].flatMap {
        [($0, true), ($0, false)]
    }
    /// Added to probabilities: below it they say nothing.
    private static let least = 0.001
    /// Enough to choose by.
    private static let sufficientWindows = 10_000

    /// - Throws: `MissingFeature` if recordings do not hold what the network reads.
    package init(_ source: FloatModel, sessions: [RecordedSession]) throws(MissingFeature) {
        columns = try source.description.inputs.columns(in: RecordedSession.channelNames).get()
        var expected: [[Double]] = []
        var windows = 0
        for session in sessions where windows < Self.sufficientWindows {
            var stream = FloatWindowStream(source)
            var probabilities: [Double] = []
            for index in 0..<session.count {
                guard let window = stream.push(Self.physical(session, index, columns)) else { continue }
                probabilities += window.probabilities
                windows += 1
            }
            expected.append(probabilities)
        }
        self.expected = expected
        self.sessions = sessions.prefix(expected.count)
    }

    /// √ of the mean square, over all windows and labels, of how far the logarithms of both probabilities lie apart; 0 without
    /// windows. Logarithms, because of the people whom it learned from a network is sure, and softmax hides what the same error
    /// does to somebody else's windows.
    package func error(of pair: NetworkPair) -> Double {
        let features = pair.description.inputs
        let stream = OwnedWindowStream(pair.weights)
        let labels = pair.weights.shape.labels
        var (sum, count) = (0.0, 0)
        for (session, expected) in zip(sessions, expected) {
            stream.restart()
            var next = 0
            for index in 0..<session.count {
                let inputs = features.quantized(
                    Self.physical(session, index, columns), fractionBits: pair.quantized.inputFractionBits)
                guard stream.push(inputs.span) != nil else { continue }
                for label in 0..<labels {
                    let found = Double(stream.probability(of: label)) / 32768
                    let difference = log(expected[next] + Self.least) - log(found + Self.least)
                    sum += difference * difference
                    next += 1
                }
            }
            count += next
        }
        return count > 0 ? (sum / Double(count)).squareRoot() : 0
    }

    private static func physical(_ session: RecordedSession, _ index: Int, _ columns: [Int]) -> [Double] {
        let sample = session.sample(index)
        return columns.map { Double(sample[sample.startIndex + $0]) }
    }
}
