import MotionCore

/// The decision that was chosen and others, laxer and stricter, tried on the same windows as they come: what could be had.
///
/// A session is decided about with each of them and let go of, so that the memory does not grow with the recordings.
struct DecisionSweep {
    /// From lax to strict.
    let settings: [DecisionParameters]
    /// Which of them was chosen.
    let chosen: Int
    private var gestures: [EventScores]
    private let labels: Int

    /// - Parameter decision: the one that was chosen, with its rest label. If evidence decides, the bits that it needs are varied,
    ///   otherwise the threshold; the rest stays.
    init(around decision: DecisionParameters, labels: Int) {
        self.labels = labels
        var settings = decision.evidence > 0 ? Self.evidences(decision) : Self.thresholds(decision)
        settings.append(decision)
        settings.sort { Self.strictness($0) < Self.strictness($1) }
        // One of the list may be the chosen one.
        self.settings = settings.enumerated().filter { $0 == 0 || settings[$0 - 1] != $1 }.map(\.element)
        chosen = self.settings.firstIndex(of: decision) ?? 0
        gestures = self.settings.map { _ in EventScores(labels: labels) }
    }

    /// Counts what each setting makes of a session.
    mutating func add(_ track: DecisionReplay.Track, truth: SessionTruth, length: Int, rate: Double) {
        for (index, setting) in settings.enumerated() {
            let entries = DecisionReplay(labels: labels, parameters: setting, rate: rate).entries(of: track)
            gestures[index].add(entries, truth: truth, length: length, rate: rate, restLabel: setting.restLabel)
        }
    }

    /// Takes over what was counted of sessions that come later, with the same settings.
    mutating func merge(_ later: DecisionSweep) {
        for index in settings.indices { gestures[index].add(later.gestures[index]) }
    }

    /// What came of it, without background.
    var result: DecisionCurve {
        DecisionCurve(
            points: zip(settings, gestures).map {
                TunedDecision(parameters: $0, gestures: $1, backgroundEvents: 0, backgroundSeconds: 0)
            },
            chosen: chosen)
    }

    private static func strictness(_ decision: DecisionParameters) -> Int {
        decision.evidence > 0 ? Int(decision.evidence) : Int(decision.threshold)
    }

    private static func evidences(_ decision: DecisionParameters) -> [DecisionParameters] {
        [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192].map { bits in
            var other = decision
            other.evidence = UInt16(bits * 256)
            return other
        }
    }

    /// Softmax is sure of itself: most of what can be had lies near 1, where Q15 ends at 1 − 2^−15.
    private static func thresholds(_ decision: DecisionParameters) -> [DecisionParameters] {
        [0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995].map { threshold in
            var other = decision
            other.threshold = Int16(saturating: (threshold * 32768).rounded())
            return other
        }
    }
}

/// Events found against false ones, with decisions from lax to strict.
public struct DecisionCurve: Sendable, Equatable {
    /// From lax to strict.
    public internal(set) var points: [TunedDecision]
    /// The place of the decision that was evaluated.
    public let chosen: Int
}
