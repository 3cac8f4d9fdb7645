import Evaluation
import Foundation
import Models
import MotionCore
import Quantization
import Recordings
import TestSupport
import Testing

@Suite("The evaluator")
struct EvaluatorTests {
    private static let names = ["rest", "class1", "class2"]

    private func evaluate(_ sessions: [RecordedSession]) throws -> EvaluationResult {
        try Evaluator(pair(randomFloatModel(seed: 7, policy: .carry))).evaluate(sessions, clock: nil)
    }

    /// Three labels, 30 samples each, again and again.
    private func mixed(_ samples: Int, seed: UInt64 = 1) -> RecordedSession {
        randomSession("mixed \(seed)", samples: samples, seed: seed) { Self.names[$0 / 30 % 3] }
    }

    @Test("both confusion matrices add up to the scored windows of all sessions")
    func sums() throws {
        let result = try evaluate([mixed(200), mixed(83, seed: 2)])
        // Windows of 8 samples, one every 4.
        #expect(result.coverage.windows == 49 + 19)
        #expect(result.float.classification.windows == 68 && result.q15.classification.windows == 68)
    }

    @Test("says the same of recordings that it reads a session at a time")
    func streamed() throws {
        let sessions = [mixed(200), mixed(83, seed: 2), mixed(150, seed: 3)]
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try RecordingWriter().write(Recording(path: path, sessions: sessions), to: path)
        let pair = try pair(randomFloatModel(seed: 7, policy: .carry))
        let model = pair.description
        let data = try DataSetStream(
            [path], reader: RecordingReader(),
            options: DataSet.Options(labels: LabelRule(kept: model.labels), rate: model.rate, window: model.window, hop: model.hop))
        var prepared: [RecordedSession] = []
        try data.forEachSession { prepared.append($0) }
        #expect(try Evaluator(pair).evaluate(data, clock: nil) == Evaluator(pair).evaluate(prepared, clock: nil))
        #expect(prepared.count == 3)
    }

    @Test("takes a session in parts for the same as whole, in both arithmetics")
    func parts() throws {
        let pair = try pair(randomFloatModel(seed: 7, policy: .carry))
        let session = mixed(200)
        for classifier in [
            OfflineClassifier(pair.floatModel),
            OfflineClassifier(pair.weights, features: pair.description.inputs, fractionBits: pair.quantized.inputFractionBits),
        ] {
            let whole = classifier.windows(of: session)
            let parts =
                classifier.windows(of: session.part(0..<71)) + classifier.windows(of: session.part(71..<200), isContinuation: true)
            #expect(parts == whole && whole.count == 49)
        }
    }

    @Test("both arithmetics see the same truth: each row of the matrices has the same sum")
    func rows() throws {
        let result = try evaluate([mixed(400)])
        #expect((0..<3).allSatisfy { result.float.classification.support($0) == result.q15.classification.support($0) })
    }

    @Test("identical arithmetics agree everywhere, differ by nothing, and have no worst window")
    func identical() throws {
        let session = randomSession(samples: 100) { $0 < 50 ? "rest" : "class1" }
        let parity = try Evaluator(silentPair()).evaluate([session], clock: nil).parity
        #expect(parity.agreement == 1 && parity.largest == 0 && parity.p99 == 0 && parity.worst.isEmpty)
    }

    @Test("the largest difference, its percentile and the worst window are those of the two classifiers, window by window")
    func parity() throws {
        let pair = try pair(randomFloatModel(seed: 7, policy: .carry))
        let session = mixed(400)
        let float = OfflineClassifier(pair.floatModel).windows(of: session)
        let q15 = OfflineClassifier(
            pair.weights, features: pair.description.inputs, fractionBits: pair.quantized.inputFractionBits
        ).windows(of: session)
        let differences = zip(float, q15).flatMap { zip($0.probabilities, $1.probabilities).map { ($0 - $1).magnitude } }
        let found = Evaluator(pair).evaluate([session], clock: nil).parity
        #expect(found.largest == differences.max())
        #expect(found.p99 == differences.sorted()[(differences.count * 99 + 99) / 100 - 1])
        #expect(found.histogram.counts.reduce(0, +) == differences.count)
        #expect(found.worst.first?.difference == found.largest)
    }

    @Test("worst windows of one session do not overlap and come worst first")
    func worst() throws {
        let worst = try evaluate([mixed(400)]).parity.worst
        let ends = worst.map(\.endSample).sorted()
        #expect(zip(ends.dropFirst(), ends).allSatisfy { $0 - $1 >= 8 })
        #expect(worst.map(\.difference) == worst.map(\.difference).sorted(by: >) && worst.count == 6)
    }

    @Test("a worst window shows its own samples: ax of its first sample comes first")
    func excerpt() throws {
        let session = mixed(400)
        let window = try #require(try evaluate([session]).parity.worst.first)
        #expect(window.signal[0].first == Double(session.values[(window.endSample - 8) * 6]))
        #expect(window.seconds == Double(window.endSample) / 50)
    }

    @Test("samples with a label that the model does not know stream through, are in no figure, counted and named")
    func unknownLabel() throws {
        let result = try evaluate([randomSession(samples: 80) { $0 < 40 ? "rest" : "jump" }])
        #expect(result.coverage.unscoredSamples == ["jump": 40])
        #expect(result.coverage.windows == 19 && result.parity.windows == 9)
        // Windows that end at 8, 12 … 40 are rest, so is none after: at 44 four samples of each stand, and the later label wins.
        #expect(result.coverage.scoredWindows == 9 && result.float.classification.windows == 9)
    }

    @Test("every share is of the windows with a true label: agreement and differences, too")
    func oneDenominator() throws {
        let result = try evaluate([randomSession(samples: 80) { $0 < 40 ? "rest" : "jump" }])
        let labelled = try evaluate([randomSession(samples: 40) { _ in "rest" }])
        #expect(result.parity == labelled.parity && result.parity.windows == result.q15.classification.windows)
        #expect(result.parity.histogram.counts.reduce(0, +) == 9 * result.labels.count)
    }

    @Test("a table gives the recordings' labels other names")
    func table() throws {
        let evaluator = try Evaluator(pair(randomFloatModel(seed: 7))) { $0 == "walk" ? 1 : nil }
        let result = evaluator.evaluate([randomSession(samples: 40) { _ in "walk" }], clock: nil)
        #expect(result.q15.classification.support(1) == 9)
    }

    @Test("a session shorter than a window is counted and gives nothing")
    func short() throws {
        let result = try evaluate([randomSession(samples: 7) { _ in "rest" }])
        #expect(result.coverage.shortSessions == 1 && result.coverage.windows == 0)
        #expect(result.q15.classification.accuracy == nil && result.parity.agreement == nil)
    }

    @Test("without a clock the result is the same every time")
    func deterministic() throws {
        #expect(try evaluate([mixed(300)]) == evaluate([mixed(300)]))
    }

    @Test("with a clock both arithmetics have a time per window")
    func times() throws {
        let result = try Evaluator(pair(randomFloatModel(seed: 7))).evaluate([mixed(300)])
        #expect((result.float.cost.nanosecondsPerWindow ?? 0) > 0 && (result.q15.cost.nanosecondsPerWindow ?? 0) > 0)
    }
}
