import Evaluation
import MotionCore
import Recordings
import TestSupport
import Testing

@Suite("Background, evaluated")
struct BackgroundTests {
    /// Enters a label as soon as it is the most probable one.
    private var lax: DecisionParameters {
        DecisionParameters(threshold: 0.2, smoothing: 1, enterRatio: 1, exitRatio: 1, refractorySeconds: 0)
    }

    private func sessions() -> [RecordedSession] {
        ["ann", "bob", "ann"].enumerated().map { index, name in
            var session = randomSession("s\(index)", samples: 400, seed: UInt64(index + 1)) { _ in "kitchen" }
            session.subject = name
            return session
        }
    }

    private func evaluator(_ decision: DecisionParameters) throws -> Evaluator {
        try Evaluator(pair(randomFloatModel(seed: 7, lstm: [6], dense: [3], weightScale: 2)), decision: decision)
    }

    private func scores(_ decision: DecisionParameters) throws -> BackgroundScores {
        let result = try evaluator(decision).evaluate(background: { sessions().forEach($0) })
        return try #require(result.background)
    }

    @Test("every event is false, whatever the labels; people and labels add up to all; the rate is an hour's")
    func sums() throws {
        let scores = try scores(lax)
        #expect(scores.allEvents > 0 && scores.events[0] == 0)
        #expect(scores.people.map(\.name) == ["ann", "bob"])
        #expect(scores.people.reduce(0) { $0 + $1.events } == scores.allEvents)
        #expect(abs(scores.seconds - 24) < 1e-9 && scores.sessions == 3)
        #expect(abs((scores.eventsPerHour ?? 0) - Double(scores.allEvents) * 150) < 1e-6)
    }

    @Test("no event may still mean 3.69 in as much time")
    func none() throws {
        let scores = try scores(
            DecisionParameters(threshold: 1, smoothing: 3, enterRatio: 1.2, exitRatio: 1.4, refractorySeconds: 0.3))
        #expect(scores.allEvents == 0)
        let interval = try #require(scores.eventsPerHourInterval)
        #expect(interval.lowerBound == 0 && abs(interval.upperBound - 3.6889 * 150) < 0.1)
    }

    @Test("the same motion as gestures with a label that the model does not know makes the same number of events")
    func sameReplay() throws {
        let evaluator = try Evaluator(
            pair(randomFloatModel(seed: 7, lstm: [6], dense: [3], weightScale: 2)), decision: lax, label: { _ in 0 })
        let gestures = evaluator.evaluate(sessions(), clock: nil)
        let both = try evaluator.evaluate(background: { sessions().forEach($0) }, addingTo: gestures)
        #expect(both.background?.allEvents == gestures.q15.events.falseEvents)
        #expect(both.q15.events == gestures.q15.events)
    }

    @Test("the curve has the gestures' events and the background's side by side, at the same decisions")
    func curve() throws {
        let evaluator = try evaluator(lax)
        let gestures = evaluator.evaluate(
            [randomSession(samples: 600) { ["rest", "class1"][$0 / 100 % 2] }], clock: nil)
        let both = try evaluator.evaluate(background: { sessions().forEach($0) }, addingTo: gestures)
        let (before, after) = (try #require(gestures.curve), try #require(both.curve))
        #expect(after.points.map(\.gestures) == before.points.map(\.gestures) && after.chosen == before.chosen)
        #expect(after.points[after.chosen].backgroundEvents == both.background?.allEvents)
        #expect(after.points.allSatisfy { $0.backgroundSeconds == both.background?.seconds })
    }

    @Test("what is shorter than a window is no background")
    func short() throws {
        let result = try evaluator(lax).evaluate(background: { $0(randomSession(samples: 3) { _ in "x" }) })
        #expect(result.background?.seconds == 0 && result.background?.eventsPerHour == nil)
    }
}
