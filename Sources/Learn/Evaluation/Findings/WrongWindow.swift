/// A window to which Q15 gave a wrong label, with what it is made of.
public struct WrongWindow: Sendable, Equatable {
    /// By how much the label given was more probable than the true one, 0 … 1.
    public var margin: Double
    /// `difference` is that of the arithmetics on it.
    public var window: WorstWindow
}

/// The windows that are most surely wrong, no two of them overlapping, and at most two of one session: where one is labelled
/// wrongly altogether, the others are to be seen, too.
struct WrongWindows {
    private(set) var worst: [WrongWindow] = []
    private let length: Int
    static let most = 6
    static let mostOfSession = 2

    /// - Parameter length: of a window, in samples.
    init(length: Int) {
        self.length = length
    }

    /// Takes in a session's windows. Equal ones keep their order in time, so that a report is the same on every run.
    mutating func add(_ session: EvaluatedSession) {
        var candidates: [(margin: Double, window: Int)] = []
        let least = worst.count == Self.most ? worst[Self.most - 1].margin : -1
        for (index, window) in session.q15.enumerated() {
            // One that counts as rest, for it is unknown, has no margin.
            guard let truth = session.truths[index], truth != session.q15Answers[index], truth != window.label else { continue }
            let margin = window.probabilities[window.label] - window.probabilities[truth]
            if margin > least { candidates.append((margin, index)) }
        }
        candidates.sort { (-$0.margin, $0.window) < (-$1.margin, $1.window) }
        var chosen: [(margin: Double, window: Int)] = []
        for candidate in candidates {
            guard chosen.count < Self.mostOfSession else { break }
            let end = session.q15[candidate.window].endSample
            let isApart = chosen.allSatisfy { (session.q15[$0.window].endSample - end).magnitude >= length }
            if isApart { chosen.append(candidate) }
        }
        for (margin, window) in chosen {
            insert(WrongWindow(margin: margin, window: WorstWindow(window, of: session, length: length)))
        }
    }

    mutating func merge(_ later: WrongWindows) {
        for window in later.worst { insert(window) }
    }

    private mutating func insert(_ window: WrongWindow) {
        let place = worst.firstIndex { $0.margin < window.margin } ?? worst.count
        worst.insert(window, at: place)
        worst.removeLast(max(0, worst.count - Self.most))
    }
}
