import Foundation
package import Models
import MotionCore
package import Recordings
import Threads

/// Which of several ways to quantize a network stays closest to the float network on the recordings that it is calibrated on.
///
/// Where state is carried, errors of like size differ several times in what they do to probabilities: by the direction in which
/// they push. That shows when the network runs, and running it is cheap.
package struct QuantizationTrials: Sendable {
    private let sessions: [RecordedSession]
    private let columns: [Int]
    /// The float network's probabilities of all windows and labels, to the nearest step of Q15.
    private let expected: [Double]

    /// How much more than the reserve that they need the inputs are given.
    package static let moreReserve = [1, 1.03, 1.06, 1.09, 1.12, 1.155, 1.19, 1.225, 1.26]
    /// How far the rounding is fitted to what was seen (`CompensatedRounding`); nil: each weight to its nearest step.
    package static let dampings: [Double?] = [nil, 1e-4, 1e-3, 1e-2, 1e-1]
    /// Added to probabilities: below it they say nothing.
    private static let least = 0.001
    /// Enough to choose by.
    private static let sufficientWindows = 10_000

    package init(_ source: FloatModel, sessions: [RecordedSession]) {
        columns = source.description.inputs.recordedColumns
        var expected: [Double] = []
        var (windows, count) = (0, 0)
        for session in sessions where windows < Self.sufficientWindows {
            var stream = FloatWindowStream(source)
            for index in 0..<session.count {
                guard let window = stream.push(session.quantities(columns, at: index)) else { continue }
                expected += window.probabilities.map { min(32_767, ($0 * 32_768).rounded()) / 32_768 }
                windows += 1
            }
            count += 1
        }
        self.expected = expected
        self.sessions = Array(sessions.prefix(count))
    }

    /// The one that stays closest, the first of equals; nil without candidates. They run on all cores.
    package func closest(of candidates: [NetworkPair]) -> Int? {
        var errors = [Double](repeating: .infinity, count: candidates.count)
        errors.withUnsafeMutableBufferPointer { errors in
            // Each call writes one element of its own.
            AllCores.perform(candidates.count) { errors[$0] = error(of: candidates[$0]) }
        }
        return errors.indices.min { (errors[$0], $0) < (errors[$1], $1) }
    }

    /// √ of the mean square, over all windows and labels, of how far the logarithms of both probabilities lie apart; 0 without
    /// windows. Logarithms, because of the people whom it learned from a network is sure, and softmax hides what the same error
    /// does to somebody else's windows.
    package func error(of pair: NetworkPair) -> Double {
        var (sum, next) = (0.0, 0)
        run(pair) { windows, labels in
            for label in 0..<labels {
                let found = Double(windows.probability(of: label)) / 32768
                let difference = log(expected[next] + Self.least) - log(found + Self.least)
                sum += difference * difference
                next += 1
            }
        }
        return next > 0 ? (sum / Double(next)).squareRoot() : 0
    }

    /// All windows' logits of all labels, in Q12.
    func logits(of pair: NetworkPair) -> [Int32] {
        var found: [Int32] = []
        found.reserveCapacity(expected.count)
        run(pair) { windows, labels in found += UnsafeBufferPointer(start: windows.logits, count: labels) }
        return found
    }

    /// How far each of several networks could move a probability, by how far it moves logits from these. They run on all cores.
    ///
    /// By logits, because a network is sure of the people it learned from: their probabilities hardly move, and a stranger's may.
    func moves(of candidates: [NetworkPair], from reference: [Int32]) -> [LogitMoves] {
        var moves = [LogitMoves](repeating: LogitMoves(), count: candidates.count)
        moves.withUnsafeMutableBufferPointer { moves in
            // Each call writes one element of its own.
            AllCores.perform(candidates.count) { index in
                var (found, next) = (LogitMoves(), 0)
                run(candidates[index]) { windows, labels in
                    var (least, most) = (Int.max, Int.min)
                    for label in 0..<labels {
                        let gain = Int(windows.logits[label]) - Int(reference[next + label])
                        (least, most) = (min(least, gain), max(most, gain))
                    }
                    found.add(Double(most - least) / 4096 / 4)
                    next += labels
                }
                moves[index] = found
            }
        }
        return moves
    }

    /// All windows of all sessions.
    private func run(_ pair: NetworkPair, _ body: (_ windows: OwnedWindowStream, _ labels: Int) -> Void) {
        let stream = SessionStream(pair, columns: columns)
        let labels = pair.weights.shape.labels
        for session in sessions {
            stream.restart()
            for index in 0..<session.count {
                guard stream.push(session, at: index) != nil else { continue }
                body(stream.windows, labels)
            }
        }
    }
}

/// How far a network could move probabilities in windows: where two labels are as probable, and one gains d on the other by its
/// logit, either moves by d / 4, and anywhere else by less.
struct LogitMoves {
    /// 0 … 1, as probabilities.
    private(set) var largest = 0.0
    private var squares = 0.0
    private var count = 0

    /// Root mean square.
    var usual: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

    mutating func add(_ move: Double) {
        largest = max(largest, move)
        squares += move * move
        count += 1
    }
}
