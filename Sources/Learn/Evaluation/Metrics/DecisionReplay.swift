import MotionCore

/// The decision engine over windows that were classified already, a session at a time from a fresh start, as `run` has it live.
struct DecisionReplay {
    /// A label that was entered.
    struct Spell: Equatable {
        var label: Int
        /// Places of the windows that entered and left it; the number of windows if it was never left.
        var entered: Int
        var left: Int
    }

    /// Windows of one session with their probabilities in Q15: two bytes a number, so that they can be decided about many times.
    struct Track: Sendable {
        let endSamples: [Int]
        /// `[windows][labels]`
        let probabilities: [Int16]
        /// Whether a window is unlike all that was learned; one a window.
        let isUnknown: [Bool]

        init(_ windows: [OfflineClassifier.Window]) {
            endSamples = windows.map(\.endSample)
            probabilities = windows.flatMap { $0.probabilities.map { Int16(q15: $0) } }
            isUnknown = windows.map(\.isUnknown)
        }
    }

    let labels: Int
    /// With its rest label.
    let parameters: DecisionParameters
    /// Samples per second.
    let rate: Double
    /// Whether each window is a stroke, which has nothing to do with those before it.
    var isOfStrokes = false

    /// What is entered, in the order of time.
    func spells(of track: Track) -> [Spell] {
        let engine = DecisionEngine(
            labels: labels, parameters: isOfStrokes ? parameters.judgingEachByItself : parameters)
        var spells: [Spell] = []
        for (index, endSample) in track.endSamples.enumerated() {
            for label in 0..<labels { engine.set(label, track.probabilities[index * labels + label]) }
            if track.isUnknown[index] { engine.setUnknown() }
            let decision = engine.decide(at: UInt64(saturating: Double(endSample) / rate * 1_000_000))
            switch decision.phase {
            case .enter:
                guard let label = decision.active else { continue }
                spells.append(Spell(label: label, entered: index, left: track.endSamples.count))
            case .exit where !spells.isEmpty: spells[spells.count - 1].left = index
            default: continue
            }
            if isOfStrokes {
                _ = engine.abandon(at: 0)
                spells[spells.count - 1].left = index
            }
        }
        return spells
    }

    /// The labels that were entered, with the sample at which each was.
    func entries(of track: Track) -> [EventScores.Entry] {
        spells(of: track).map { EventScores.Entry(label: $0.label, endSample: track.endSamples[$0.entered]) }
    }
}
