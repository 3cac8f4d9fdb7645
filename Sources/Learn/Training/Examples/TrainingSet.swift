package import Recordings

/// What a trainer reads: sessions of six channels, and the sequences to learn from.
package struct TrainingSet: Sendable {
    /// A stretch of one session, `steps` samples long.
    package struct Sequence: Sendable {
        package var session: Int
        package var start: Int
    }

    let data: DataSet
    /// Steps of a sequence: one window, or several in a row through which the state is carried.
    package let steps: Int
    /// Steps after which the label of the window that ends there is the target, rising.
    package let supervisedSteps: [Int]
    package let sequences: [Sequence]
    /// The data's, then those of counterexamples, which are one window each.
    let sessions: [RecordedSession]
    /// Windows that are to be taken for no label more than for any other.
    let counterexamples: [Sequence]
    /// `[session][start]`: what a window that starts there is to be labelled; nil for nothing.
    private let labels: [[UInt8?]]
    /// More than any model file may hold (`NetworkLimits.labels`) are a mistake in the recordings.
    static let mostClasses = 255

    /// - Parameter others: counterexamples; sessions of the length of one window, for a plan of single windows.
    package init(_ data: DataSet, plan: SequencePlan, counterexamples others: [RecordedSession] = []) {
        self.data = data
        sessions = data.sessions + others
        counterexamples = others.indices.map { Sequence(session: data.sessions.count + $0, start: 0) }
        steps = data.options.window * plan.windows
        let window = data.options.window
        supervisedSteps = Self.supervisedSteps(
            window: window, hop: data.options.hop, steps: steps, perHop: plan.supervisedStepsPerHop)
        labels = data.sessions.map { Self.windowLabels($0, data) }
        guard plan.windows > 1 else {
            sequences = data.windows.map { Sequence(session: $0.session, start: $0.start) }
            return
        }
        var sequences: [Sequence] = []
        for (session, recorded) in data.sessions.enumerated() where recorded.count >= window {
            let last = max(0, recorded.count - steps)
            for start in stride(from: 0, through: last, by: data.options.hop) {
                let ends = labels[session][start...min(start + steps - window, labels[session].count - 1)]
                if ends.contains(where: { $0 != nil }) { sequences.append(Sequence(session: session, start: start)) }
            }
        }
        self.sequences = sequences
    }

    /// Whether a session is a counterexample.
    func isCounterexample(session: Int) -> Bool { session >= data.sessions.count }

    /// What a window is to be labelled; nil if nothing, or if it leaves the session.
    func label(session: Int, start: Int) -> Int? {
        guard !isCounterexample(session: session), labels[session].indices.contains(start) else { return nil }
        return labels[session][start].map { Int($0) }
    }

    /// The first after the first window, then `perHop` in each hop, the last of them where a window of the schedule ends: a
    /// validation that carries the state looks there.
    private static func supervisedSteps(window: Int, hop: Int, steps: Int, perHop: Int) -> [Int] {
        let perHop = min(perHop, hop)
        return (0...(steps - window) * perHop / hop + 1).map { window - 1 + $0 * hop / perHop }.filter { $0 < steps }
    }

    private static func windowLabels(_ session: RecordedSession, _ data: DataSet) -> [UInt8?] {
        let window = data.options.window
        guard session.count >= window else { return [] }
        let classes = session.labels.map { data.number(of: $0) }
        return (0...session.count - window).map { start in
            guard case .label(let label) = DataSet.labelOfWindow(classes[start..<start + window], mixed: data.options.mixed)
            else { return nil }
            return UInt8(label)
        }
    }
}
