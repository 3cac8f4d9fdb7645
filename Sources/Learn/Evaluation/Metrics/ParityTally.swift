import Recordings

/// Collects differences session by session, and keeps of the windows the worst.
struct ParityTally {
    private struct Candidate {
        var window: Int
        var difference: Double
    }

    private var parity = Parity()
    private var squares = 0.0
    private var differences = 0
    private var largest: LargestValues
    private let length: Int
    /// More would not be looked at.
    private static let worstWindows = 6

    /// - Parameters:
    ///   - length: of a window, in samples.
    ///   - most: probabilities that will be compared, at most.
    init(length: Int, most: Int) {
        self.length = length
        largest = LargestValues(forQuantile: 0.99, of: most)
    }

    /// Takes in all windows of one session that have a true label, as every other figure does.
    mutating func add(_ session: EvaluatedSession) {
        var candidates: [Candidate] = []
        for index in session.float.indices {
            guard session.truths[index] != nil else { continue }
            let (float, q15) = (session.float[index], session.q15[index])
            var most = 0.0
            for (a, b) in zip(float.probabilities, q15.probabilities) {
                let difference = (a - b).magnitude
                parity.histogram.add(difference)
                largest.add(difference)
                squares += difference * difference
                differences += 1
                most = max(most, difference)
            }
            parity.largest = max(parity.largest, most)
            parity.windows += 1
            parity.agreeing += float.label == q15.label ? 1 : 0
            candidates.append(Candidate(window: index, difference: most))
        }
        add(worst(of: candidates, in: session).map { WorstWindow($0.window, of: session, length: length) })
    }

    /// The windows of a session that differ most and do not overlap, the worst first. Equal differences keep their order in time,
    /// so that a report is the same on every run.
    private func worst(of candidates: [Candidate], in session: EvaluatedSession) -> [Candidate] {
        var chosen: [Candidate] = []
        let ranked = candidates.sorted { (-$0.difference, $0.window) < (-$1.difference, $1.window) }
        for candidate in ranked where candidate.difference > 0 {
            guard chosen.count < Self.worstWindows else { break }
            let end = session.float[candidate.window].endSample
            let isApart = chosen.allSatisfy { (session.float[$0.window].endSample - end).magnitude >= length }
            if isApart { chosen.append(candidate) }
        }
        return chosen
    }

    /// Windows overlap within their session only, so that its worst are all that can be among the worst of all.
    private mutating func add(_ windows: [WorstWindow]) {
        for window in windows {
            let place = parity.worst.firstIndex { $0.difference < window.difference } ?? parity.worst.count
            parity.worst.insert(window, at: place)
        }
        parity.worst.removeLast(max(0, parity.worst.count - Self.worstWindows))
    }

    /// What was found so far.
    var result: Parity {
        var parity = parity
        parity.rootMeanSquare = differences == 0 ? 0 : (squares / Double(differences)).squareRoot()
        parity.p99 = largest.quantile(0.99) ?? 0
        return parity
    }
}

extension WorstWindow {
    /// A window of a session that was evaluated, with what the sensor felt in it.
    ///
    /// - Parameters:
    ///   - index: of a window that has a true label.
    ///   - length: of a window, in samples.
    init(_ index: Int, of evaluated: EvaluatedSession, length: Int) {
        let session = evaluated.session
        let (float, q15) = (evaluated.float[index], evaluated.q15[index])
        let end = q15.endSample
        let signal = (0..<session.width).map { channel in
            (end - length..<end).map { Double(session.values[$0 * session.width + channel]) }
        }
        self.init(
            session: session.name, endSample: end, seconds: Double(end) / evaluated.rate, truth: evaluated.truths[index] ?? 0,
            difference: zip(float.probabilities, q15.probabilities).reduce(0) { max($0, ($1.0 - $1.1).magnitude) },
            float: float.probabilities, q15: q15.probabilities, channels: session.channels, signal: signal)
    }
}
