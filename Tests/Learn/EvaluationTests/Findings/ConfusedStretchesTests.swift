import Evaluation
import Models
import MotionCore
import Quantization
import Recordings
import TestSupport
import Testing

@Suite("The stretches behind a confusion")
struct ConfusedStretchesTests {
    private func sessions(_ count: Int, samples: Int = 260) -> [RecordedSession] {
        (0..<count).map { index in
            randomSession("s\(index)", samples: samples + 30 * index, seed: UInt64(index + 1)) {
                ["rest", "class1", "class2"][$0 / 60 % 3]
            }
        }
    }

    private func pair() throws -> NetworkPair {
        try EvaluationTests.pair(randomFloatModel(seed: 7, lstm: [6], dense: [3], weightScale: 2))
    }

    @Test("hold every window of a cell, as long as they are few")
    func sums() throws {
        let result = Evaluator(try pair()).evaluate(sessions(2), clock: nil)
        for (truth, row) in result.q15.classification.confusion.enumerated() {
            for (answer, count) in row.enumerated() {
                let here = result.stretches.filter { $0.truth == truth && $0.answer == answer }
                let windows = here.reduce(0) { $0 + $1.windows }
                #expect(here.count == 12 ? windows <= count : windows == count, "\(truth) → \(answer)")
                #expect(here.map(\.windows) == here.map(\.windows).sorted(by: >))
            }
        }
    }

    @Test("of many the twelve longest of a cell are kept")
    func most() throws {
        let result = Evaluator(try pair()).evaluate(sessions(12, samples: 600), clock: nil)
        let cells = Dictionary(grouping: result.stretches) { [$0.truth, $0.answer] }
        #expect(cells.values.allSatisfy { $0.count <= 12 } && cells.values.contains { $0.count == 12 })
    }

    @Test("are the same in whatever parts the sessions are tallied")
    func parts() throws {
        let (sessions, evaluator) = (sessions(7), Evaluator(try pair()))
        let whole = evaluator.evaluate(sessions, clock: nil)
        for cuts in [[0, 7], [0, 1, 7], [0, 3, 4, 7], Array(0...7)] {
            let parts = zip(cuts, cuts.dropFirst()).map { Array(sessions[$0..<$1]) }
            #expect(evaluator.findings(ofParts: parts).stretches == whole.stretches, "\(cuts)")
        }
    }

    @Test("a stretch's session is read again, with the same answers in it")
    func motion() throws {
        let (sessions, pair) = (sessions(5), try pair())
        let evaluator = Evaluator(pair)
        let options = DataSet.Options(
            labels: LabelRule(kept: pair.description.labels, renamed: [:]), rate: 50, window: pair.description.window,
            hop: pair.description.schedule.hop)
        let data = try DataSetStream(
            [], [Recording(path: "random", sessions: sessions)], reader: RecordingReader(), options: options)
        let result = try evaluator.evaluate(data, clock: nil)
        #expect(result.stretches.count > 10)
        for stretch in result.stretches {
            let motion = try #require(try evaluator.motion(stretch.number, in: data))
            #expect(motion.session.name == stretch.session && motion.rate == 50)
            let ends = stretch.samples.lowerBound + pair.description.window...stretch.samples.upperBound
            let windows = motion.windows.filter { ends.contains($0.endSample) }
            #expect(windows.count == stretch.windows && windows.allSatisfy { $0.label == stretch.answer })
        }
        #expect(try evaluator.motion(sessions.count, in: data) == nil && evaluator.motion(-1, in: data) == nil)
    }
}
