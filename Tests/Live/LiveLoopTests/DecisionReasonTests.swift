import LiveLoop
import MotionCore
import Randomness
import Testing

@Suite("Why a window led to what it did")
struct DecisionReasonTests {
    /// One of three labels, by turns, with the first one as rest.
    private func probabilities(_ generator: inout SeededGenerator) -> [Int16] {
        let strong = Int.random(in: 0..<3, using: &generator)
        return (0..<3).map { Int16.random(in: $0 == strong ? 8000...32767 : 0...9000, using: &generator) }
    }

    @Test("is known of every window that the same rules judged, whatever they are, and fits what it led to")
    func agrees() throws {
        var generator = SeededGenerator(seed: 11)
        var seen: Set<String> = []
        for round in 0..<60 {
            var parameters = DecisionParameters(
                threshold: Double.random(in: 0.3...0.95, using: &generator), smoothing: Int.random(in: 1...4, using: &generator),
                enterRatio: Double.random(in: 1...3, using: &generator), exitRatio: Double.random(in: 1...2, using: &generator),
                refractorySeconds: Double.random(in: 0...0.5, using: &generator),
                evidence: round % 2 == 0 ? 0 : Double.random(in: 1...8, using: &generator))
            parameters.restLabel = 0
            let run = DecisionEngine(labels: 3, parameters: parameters)
            var reasons = DecisionReasons(labels: 3, parameters)
            for window in 0..<200 {
                let (time, isUnknown) = (UInt64(window) * 100_000, Int.random(in: 0..<20, using: &generator) == 0)
                let scores = probabilities(&generator)
                if isUnknown { run.setUnknown() } else { scores.enumerated().forEach { run.set($0.offset, $0.element) } }
                let decision = run.decide(at: time)
                let found = reasons.reason(scores, isUnknown: isUnknown, at: time, decided: decision)
                let reason = try #require(found)
                #expect(fits(reason, decision, parameters), "\(reason): \(decision)")
                seen.insert("\(reason)".split(separator: "(")[0].description)
                if window % 50 == 49 {
                    run.interrupt()
                    reasons.interrupt()
                }
            }
        }
        let all = ["entered", "proven", "held", "left", "rest", "belowThreshold", "quiet", "tooClose", "unproven", "unknown"]
        #expect(seen == Set(all))
    }

    private func fits(_ reason: DecisionReason, _ decision: Decision, _ parameters: DecisionParameters) -> Bool {
        func isTimes(_ ratio: Int32, _ a: Int16, _ b: Int16) -> Bool { Int64(a) << 12 >= Int64(ratio) * Int64(b) }
        switch (reason, decision.phase) {
        case (.entered(let label, let score, _, let other), .enter):
            return label == decision.active && score >= parameters.threshold && isTimes(parameters.enterRatio, score, other)
        case (.proven(let label, let bits, let needed), .enter): return label == decision.active && bits >= needed
        case (.held(let label), .hold): return label == decision.active
        case (.left(let label, let score, _, let other), .exit):
            return label == decision.active && isTimes(parameters.exitRatio, other, score)
        case (.rest, .none): return decision.label == 0 || decision.confidence < parameters.threshold
        case (.belowThreshold(_, let score), .none): return score == decision.confidence && score < parameters.threshold
        case (.quiet(_, let left), .none): return left > 0 && left <= parameters.refractory
        case (.tooClose(let label, let score, _, let other), .none):
            return label == decision.label && !isTimes(parameters.enterRatio, score, other)
        case (.unproven(_, let bits, let needed), .none): return bits < needed
        case (.unknown, .none): return true
        default: return false
        }
    }

    @Test("is not told where the run came to something else, and is again once both agree")
    func disagrees() {
        var parameters = DecisionParameters()
        (parameters.restLabel, parameters.smoothing) = (0, 1)
        let run = DecisionEngine(labels: 2, parameters: parameters)
        var reasons = DecisionReasons(labels: 2, parameters)
        func step(_ scores: [Int16], said: [Int16], at time: UInt64) -> DecisionReason? {
            scores.enumerated().forEach { run.set($0.offset, $0.element) }
            let decision = run.decide(at: time)
            return reasons.reason(said, isUnknown: false, at: time, decided: decision)
        }
        #expect(step([0, 32767], said: [32767, 0], at: 0) == nil)
        #expect(step([0, 32767], said: [0, 32767], at: 100_000) == .held(1))
    }
}
