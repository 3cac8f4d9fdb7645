import Evaluation
import MotionCore
import Recordings
import TestSupport
import Testing

@Suite("What an evaluation finds beyond its sums")
struct FindingsTests {
    private func sessions() -> [RecordedSession] {
        ["ann", "bob", "cyd", "ann"].enumerated().map { index, name in
            var session = randomSession("s\(index)", samples: 300 + 40 * index, seed: UInt64(index + 1)) {
                ["rest", "class1", "class2"][$0 / 60 % 3]
            }
            session.subject = name
            return session
        }
    }

    private func result(_ sessions: [RecordedSession], threshold: Double = 0.4) throws -> EvaluationResult {
        var decision = DecisionParameters()
        decision.threshold = Int16(threshold * 32768)
        let pair = try pair(randomFloatModel(seed: 7, lstm: [6], dense: [3], weightScale: 2))
        return Evaluator(pair, decision: decision).evaluate(sessions, clock: nil)
    }

    @Test("people's windows, correct ones and events add up to those of all")
    func people() throws {
        let result = try result(sessions())
        #expect(result.people.map(\.name) == ["ann", "bob", "cyd"])
        #expect(result.people.reduce(0) { $0 + $1.windows } == result.coverage.scoredWindows)
        for (side, all) in [(\PersonScores.q15, result.q15), (\PersonScores.float, result.float)] {
            #expect(
                result.people.reduce(0) { $0 + $1[keyPath: side].classification.correct } == all.classification.correct)
            let events = result.people.map { $0[keyPath: side].events }
            #expect(events.reduce(0) { $0 + $1.hits } == all.events.hits)
            #expect(events.reduce(0) { $0 + $1.misses } == all.events.misses)
            #expect(events.reduce(0) { $0 + $1.falseEvents } == all.events.falseEvents)
        }
    }

    @Test("a session without a subject counts as somebody by its name")
    func nameless() throws {
        var session = sessions()[0]
        session.subject = nil
        #expect(try result([session]).people.map(\.name) == ["s0"])
    }

    @Test("the curve goes through the decision that was evaluated, and names it")
    func chosen() throws {
        let result = try result(sessions())
        let curve = try #require(result.curve)
        let point = curve.points[curve.chosen]
        #expect(point.gestures == result.q15.events && point.parameters.threshold == Int16(0.4 * 32768))
        let thresholds = curve.points.map(\.parameters.threshold)
        #expect(thresholds == thresholds.sorted() && Set(thresholds).count == thresholds.count)
    }

    @Test("a stricter threshold enters no more than a laxer one, at both ends of the curve")
    func stricter() throws {
        let points = try #require(try result(sessions()).curve).points
        let (lax, strict) = (points[0].gestures, points[points.count - 1].gestures)
        #expect(lax.hits + lax.falseEvents > 0 && strict.hits + strict.falseEvents <= lax.hits + lax.falseEvents)
    }

    @Test("where evidence decides, evidence is varied")
    func evidence() throws {
        let decision = DecisionParameters(
            threshold: 0.9, smoothing: 3, enterRatio: 1.2, exitRatio: 1.4, refractorySeconds: 0.3, evidence: 10)
        let curve = try #require(Evaluator(silentPair(), decision: decision).evaluate(sessions(), clock: nil).curve)
        #expect(curve.points.allSatisfy { $0.parameters.evidence > 0 } && curve.points[curve.chosen].parameters.evidence == 2560)
    }

    @Test("the surest errors are errors, the surest first, and none overlaps another of its session")
    func errors() throws {
        let result = try result(sessions())
        #expect(!result.wrong.isEmpty && result.wrong.count <= 6)
        #expect(result.wrong.map(\.margin) == result.wrong.map(\.margin).sorted(by: >))
        for error in result.wrong {
            let window = error.window
            let given = try #require(window.q15.indices.max { window.q15[$0] < window.q15[$1] })
            #expect(given != window.truth && abs(window.q15[given] - window.q15[window.truth] - error.margin) < 1e-12)
            let near = result.wrong.filter {
                $0.window.session == window.session && ($0.window.endSample - window.endSample).magnitude < result.window
            }
            #expect(near.count == 1 && result.wrong.count { $0.window.session == window.session } <= 2)
        }
    }

    @Test("timelines are of the sessions with most wrong windows, in at most 380 columns however long they are")
    func timelines() throws {
        let long = randomSession("long", samples: 6_000, seed: 9) { ["rest", "class1", "class2"][$0 / 60 % 3] }
        let result = try result(sessions() + [long])
        let wrong = result.timelines.map(\.wrong)
        #expect(wrong == wrong.sorted(by: >) && result.timelines.first?.session == "long")
        for line in result.timelines {
            #expect(line.truth.count <= 380 && line.q15.count == line.truth.count && line.float.count == line.truth.count)
            #expect(
                line.wrong <= line.windows && (line.wrong == 0) == (zip(line.truth, line.q15).allSatisfy { $0 == nil || $0 == $1 }))
        }
        #expect(result.timelines.reduce(0) { $0 + $1.windows } == result.coverage.scoredWindows)
    }

    @Test("sessions tallied in parts, whatever the parts, give what they give one after the other")
    func parts() throws {
        // Half seconds, whose sums are exact in any order.
        let sessions = (0..<11).map { index in
            var session = randomSession("p\(index)", samples: 100 + 25 * (index * 5 % 7), seed: UInt64(index)) {
                ["rest", "class1", "class2"][$0 / 50 % 3]
            }
            session.subject = ["ann", "bob", "cyd"][index % 3]
            return session
        }
        let pair = try pair(randomFloatModel(seed: 7, lstm: [6], dense: [3], weightScale: 2))
        let evaluator = Evaluator(
            pair, decision: DecisionParameters(threshold: 0.4, smoothing: 1, enterRatio: 1, exitRatio: 1, refractorySeconds: 0))
        let whole = evaluator.evaluate(sessions, clock: nil)
        for cuts in [[0, 11], [0, 1, 11], [0, 4, 5, 11], Array(0...11)] {
            let parts = zip(cuts, cuts.dropFirst()).map { Array(sessions[$0..<$1]) }
            let found = evaluator.findings(ofParts: parts)
            #expect(found.people == whole.people && found.curve == whole.curve, "\(cuts)")
            #expect(found.wrong == whole.wrong && found.timelines == whole.timelines, "\(cuts)")
        }
    }

    @Test("only the eight sessions with most errors are kept of many")
    func manySessions() throws {
        let many = (0..<12).map { index in
            randomSession("m\(index)", samples: 100 + 30 * index, seed: UInt64(index)) { ["rest", "class1"][$0 / 50 % 2] }
        }
        #expect(try result(many).timelines.count == 8)
    }
}
