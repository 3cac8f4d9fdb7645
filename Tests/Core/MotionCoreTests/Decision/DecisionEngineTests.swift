import MotionCore
import Testing

/// A decision as the tests write it down.
private struct Answer: Equatable {
    let label: Int?
    let confidence: Int16
    let phase: Decision.Phase
    let active: Int?
}

extension Decision {
    fileprivate var answer: Answer { Answer(label: label, confidence: confidence, phase: phase, active: active) }
}

/// Probabilities, of 32768 parts, of rest and two gestures.
private typealias Scores = [Double]

@Suite("The decision engine")
struct DecisionEngineTests {
    private static let rest: Scores = [0.98, 0.01, 0.01]
    private static let chop: Scores = [0.01, 0.98, 0.01]
    private static let shake: Scores = [0.01, 0.01, 0.98]

    /// Three labels, of which 0 is rest; one window is judged by itself unless `smoothing` says otherwise.
    private func engine(smoothing: Int = 1, change: (inout DecisionParameters) -> Void = { _ in }) -> DecisionEngine {
        var parameters = DecisionParameters()
        parameters.restLabel = 0
        parameters.smoothing = smoothing
        change(&parameters)
        return DecisionEngine(labels: 3, parameters: parameters)
    }

    private func decide(_ engine: DecisionEngine, _ scores: Scores, at time: UInt64) -> Decision {
        for (label, score) in scores.enumerated() { engine.set(label, Int16(min(32767, (score * 32768).rounded()))) }
        return engine.decide(at: time)
    }

    /// The phases of windows a tenth of a second apart.
    private func phases(_ engine: DecisionEngine, _ windows: [Scores]) -> [Decision.Phase] {
        windows.enumerated().map { decide(engine, $1, at: UInt64($0) * 100_000).phase }
    }

    @Test("adopts no label that there is not", arguments: [(1, 1), (2, 2), (3, nil), (254, nil)] as [(Int, Int?)])
    func adopts(_ label: Int, _ expected: Int?) {
        let engine = engine()
        engine.adopt(active: label, leaving: false)
        #expect(engine.activeLabel == expected)
    }

    @Test("enters a label that reaches the threshold")
    func reachesThreshold() {
        let decision = decide(engine(), [0.05, 0.9, 0.05], at: 0)
        #expect(decision.answer == Answer(label: 1, confidence: 29491, phase: .enter, active: 1))
    }

    @Test("answers unknown, with the best probability, one step below the threshold")
    func unknown() {
        let engine = engine()
        engine.set(1, 29490)
        #expect(engine.decide(at: 0).answer == Answer(label: nil, confidence: 29490, phase: .none, active: nil))
    }

    @Test("takes a window that is unlike all that was learned for rest, whatever its probabilities")
    func unknownIsRest() {
        let engine = engine()
        #expect(decide(engine, Self.chop, at: 0).answer == Answer(label: 1, confidence: 32113, phase: .enter, active: 1))
        for (label, score) in Self.chop.enumerated() { engine.set(label, Int16(score * 32768)) }
        engine.setUnknown()
        #expect(engine.decide(at: 100_000).answer == Answer(label: 0, confidence: 32767, phase: .exit, active: 1))
    }

    @Test(
        "names nothing and enters nothing in windows that are unlike all that was learned, where there is no rest",
        arguments: [0, 8])
    func unknownIsNothing(_ evidence: UInt16) {
        let engine = engine {
            $0.restLabel = nil
            $0.evidence = evidence * 256
        }
        for window in 0..<9 {
            for (label, score) in Self.chop.enumerated() { engine.set(label, Int16(score * 32768)) }
            engine.setUnknown()
            let decision = engine.decide(at: UInt64(window) * 100_000)
            #expect(decision.answer == Answer(label: nil, confidence: 0, phase: .none, active: nil))
        }
    }

    @Test("names rest but never enters it")
    func restNeverEnters() {
        #expect(decide(engine(), Self.rest, at: 0).answer == Answer(label: 0, confidence: 32113, phase: .none, active: nil))
    }

    @Test("enters every label where there is no rest label")
    func noRest() {
        #expect(decide(engine { $0.restLabel = nil }, Self.rest, at: 0).phase == .enter)
    }

    @Test("enters at the enter ratio and not below it", arguments: [(0.48, true), (0.479, false)])
    func enterRatio(_ score: Double, _ enters: Bool) {
        let engine = engine { $0.threshold = 3277 }
        #expect((decide(engine, [0.1, score, 0.4], at: 0).phase == .enter) == enters)
    }

    @Test("leaves at the exit ratio and not below it", arguments: [(0.56, true), (0.559, false)])
    func exitRatio(_ score: Double, _ leaves: Bool) {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        #expect((decide(engine, [score, 0.4, 0.04], at: 100_000).phase == .exit) == leaves)
    }

    @Test("leaves for another gesture as it does for rest")
    func leavesForGesture() {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        #expect(decide(engine, Self.shake, at: 1).answer == Answer(label: 2, confidence: 32113, phase: .exit, active: 1))
    }

    @Test("holds a label that falls below the threshold while no other is much stronger")
    func holds() {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        #expect(decide(engine, [0.3, 0.4, 0.3], at: 1).answer == Answer(label: nil, confidence: 13107, phase: .hold, active: 1))
    }

    @Test("enters nothing before the refractory time is over", arguments: [(UInt64(399_999), false), (400_000, true)])
    func refractory(_ time: UInt64, _ enters: Bool) {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        _ = decide(engine, Self.rest, at: 100_000)
        #expect((decide(engine, Self.chop, at: time).phase == .enter) == enters)
    }

    @Test("abandoned, gives back the label it held")
    func abandoned() {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        #expect(engine.abandon(at: 1) == 1)
    }

    @Test("abandoned, gives the label back only once")
    func abandonedTwice() {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        _ = engine.abandon(at: 1)
        #expect(engine.abandon(at: 2) == nil)
    }

    @Test("abandoned between two events, has nothing to give back")
    func abandonedIdle() {
        #expect(engine().abandon(at: 1) == nil)
    }

    @Test("abandoned, waits out the refractory time", arguments: [(UInt64(300_049), false), (300_050, true)])
    func refractoryAfterAbandon(_ time: UInt64, _ enters: Bool) {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        _ = engine.abandon(at: 50)
        #expect((decide(engine, Self.chop, at: time).phase == .enter) == enters)
    }

    @Test("interrupted, goes on holding the label it held")
    func interrupted() {
        let engine = engine()
        _ = decide(engine, Self.chop, at: 0)
        engine.interrupt()
        #expect(decide(engine, Self.chop, at: 1).phase == .hold)
    }

    @Test("interrupted, leaves at the first window that says so")
    func leavesAfterInterrupt() {
        let engine = engine(smoothing: 3)
        for time in 0..<3 { _ = decide(engine, Self.chop, at: UInt64(time)) }
        engine.interrupt()
        #expect(decide(engine, Self.rest, at: 3).answer == Answer(label: 0, confidence: 32113, phase: .exit, active: 1))
    }

    @Test("forgets the windows before an interruption or the end", arguments: [true, false])
    func forgets(_ interrupts: Bool) {
        let engine = engine(smoothing: 3)
        for time in 0..<3 { _ = decide(engine, Self.rest, at: UInt64(time)) }
        if interrupts { engine.interrupt() } else { _ = engine.abandon(at: 3) }
        #expect(decide(engine, Self.chop, at: 4).confidence == 32113)
    }

    @Test("smooths before it judges: one stray window among three enters nothing")
    func strayWindow() {
        let windows = [Self.rest, Self.rest, Self.chop, Self.rest, Self.rest]
        #expect(phases(engine(smoothing: 3), windows).allSatisfy { $0 == .none })
    }

    @Test("with a single label enters it and never leaves it")
    func singleLabel() {
        let engine = DecisionEngine(labels: 1, parameters: DecisionParameters())
        let scores: [Int16] = [32767, 32767, 0, 0, 0]
        let phases: [Decision.Phase] = scores.map { score in
            engine.set(0, score)
            return engine.decide(at: 0).phase
        }
        #expect(phases == [.enter, .hold, .hold, .hold, .hold])
    }
}
