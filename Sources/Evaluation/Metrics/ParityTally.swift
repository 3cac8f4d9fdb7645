import Recording

/// Collects differences session by session, and picks the worst windows at the end.
struct ParityTally {
    private struct Candidate {
        var session: Int
        var window: Int
        var truth: Int
        var difference: Double
    }

    private var parity = Parity()
    private var differences: [Double] = []
    private var candidates: [Candidate] = []
    private let length: Int
    /// More would not be looked at.
    private static let worstWindows = 6

    /// - Parameter length: of a window, in samples.
    init(length: Int) {
        self.length = length
    }

    /// Takes in all windows of one session that have a true label, as every other figure does.
    mutating func add(_ session: EvaluatedSession, number: Int) {
        for index in session.float.indices {
            guard let truth = session.truths[index] else { continue }
            let (float, q15) = (session.float[index], session.q15[index])
            var largest = 0.0
            for (a, b) in zip(float.probabilities, q15.probabilities) {
                let difference = (a - b).magnitude
                differences.append(difference)
                parity.histogram.add(difference)
                largest = max(largest, difference)
            }
            parity.windows += 1
            parity.agreeing += float.label == q15.label ? 1 : 0
            candidates.append(Candidate(session: number, window: index, truth: truth, difference: largest))
        }
    }

    /// - Parameter sessions: all that were added, in the order of their numbers.
    func result(_ sessions: [EvaluatedSession]) -> Parity {
        var parity = parity
        parity.largest = differences.max() ?? 0
        let squares = differences.reduce(0) { $0 + $1 * $1 }
        parity.rootMeanSquare = differences.isEmpty ? 0 : (squares / Double(differences.count)).squareRoot()
        parity.p99 = differences.quantile(0.99) ?? 0
        var chosen: [Candidate] = []
        // Equal differences keep their order in time, so that a report is the same on every run.
        let ranked = candidates.indices.sorted {
            (-candidates[$0].difference, $0) < (-candidates[$1].difference, $1)
        }
        for candidate in ranked.lazy.map({ candidates[$0] }) where candidate.difference > 0 {
            guard chosen.count < Self.worstWindows else { break }
            let end = sessions[candidate.session].float[candidate.window].endSample
            let isApart = chosen.allSatisfy { other in
                let otherEnd = sessions[other.session].float[other.window].endSample
                return other.session != candidate.session || (otherEnd - end).magnitude >= length
            }
            if isApart { chosen.append(candidate) }
        }
        parity.worst = chosen.map { worstWindow($0, of: sessions[$0.session]) }
        return parity
    }

    private func worstWindow(_ candidate: Candidate, of evaluated: EvaluatedSession) -> WorstWindow {
        let session = evaluated.session
        let end = evaluated.float[candidate.window].endSample
        let signal = RecordedSession.channelNames.indices.map { channel in
            (end - length..<end).map { Double(session.values[$0 * RecordedSession.channelNames.count + channel]) }
        }
        return WorstWindow(
            session: session.name, endSample: end, seconds: Double(end) / evaluated.rate, truth: candidate.truth,
            difference: candidate.difference, float: evaluated.float[candidate.window].probabilities,
            q15: evaluated.q15[candidate.window].probabilities, signal: signal)
    }
}
