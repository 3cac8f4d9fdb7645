import LivePage
import MotionCore
import Randomness
import Testing

@Suite("What another decision would have made of the last minutes")
struct DecisionTrialTests {
    @Test("is what a run by the same rules made of them, gaps, ends and unknown windows included")
    func same() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            var parameters = DecisionParameters()
            (parameters.restLabel, parameters.smoothing) = (0, Int.random(in: 1...3, using: &generator))
            parameters.threshold = Int16.random(in: 8000...30_000, using: &generator)
            let run = DecisionEngine(labels: 3, parameters: parameters)
            var (history, events) = (WindowHistory(labels: 3), [(label: Int, begin: Int)]())
            for window in 0..<300 {
                var entry = WindowHistory.Entry(end: 10 * window)
                entry.isAfterGap = Int.random(in: 0..<40, using: &generator) == 0
                entry.isAfterEnd = Int.random(in: 0..<20, using: &generator) == 0
                entry.isUnknown = Int.random(in: 0..<20, using: &generator) == 0
                let strong = Int.random(in: 0..<3, using: &generator)
                let scores = (0..<3).map { Int16.random(in: $0 == strong ? 9000...32767 : 0...9000, using: &generator) }
                if entry.isAfterGap { run.interrupt() }
                // 50 Hz.
                let time = UInt64(entry.end) * 20_000
                if entry.isAfterEnd { _ = run.abandon(at: time) }
                if entry.isUnknown { run.setUnknown() } else { scores.enumerated().forEach { run.set($0.offset, $0.element) } }
                let decision = run.decide(at: time)
                if decision.phase == .enter, let label = decision.active { events.append((label, entry.end)) }
                scores.withUnsafeBufferPointer { history.append(entry, $0) }
            }
            let trial = DecisionTrial(history, by: parameters, rate: 50)
            #expect(trial.events.map(\.label) == events.map(\.label) && trial.events.map(\.begin) == events.map(\.begin))
            #expect(trial.seconds == 2990.0 / 50)
        }
    }

    @Test("counts the kept stretches that are found, and events that are in none")
    func fit() {
        var (history, parameters) = (WindowHistory(labels: 2), DecisionParameters())
        (parameters.restLabel, parameters.smoothing) = (0, 1)
        for window in 0..<100 {
            let isWave = (20..<25).contains(window) || (60..<65).contains(window)
            let scores: [Int16] = isWave ? [0, 32767] : [32767, 0]
            scores.withUnsafeBufferPointer { history.append(WindowHistory.Entry(end: 10 * window), $0) }
        }
        let trial = DecisionTrial(history, by: parameters, rate: 50)
        #expect(trial.events.map(\.begin) == [200, 600] && trial.events.map(\.end) == [250, 650])
        let fit = trial.fit([(1, 180..<250), (1, 400..<450), (0, 590..<650)], slack: 50)
        #expect(fit.found == 1 && fit.others == 1)
    }
}
