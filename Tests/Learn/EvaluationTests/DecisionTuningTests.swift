import Evaluation
import MotionCore
import Testing

@Suite struct DecisionTuningTests {
    /// Windows of two labels, rest and a gesture, every ten samples at 50 Hz.
    private func windows(_ gesture: [Double]) -> [OfflineClassifier.Window] {
        gesture.enumerated().map { index, share in
            OfflineClassifier.Window(
                endSample: 10 * (index + 1), slot: 0, label: share > 0.5 ? 1 : 0, probabilities: [1 - share, share])
        }
    }

    private func truth(_ gesture: [Double]) -> SessionTruth {
        SessionTruth(gesture.flatMap { [Int?](repeating: $0 > 0.5 ? 1 : 0, count: 10) })
    }

    private let calm = [Double](repeating: 0.02, count: 20)

    /// A gesture of twenty windows with four bits of evidence each.
    private var made: [Double] { calm + [Double](repeating: 16.0 / 17, count: 20) + calm }

    /// Background in which the gesture seems to be there for so many windows, now and then.
    private func tuning(fooled: Int) -> DecisionTuning {
        var tuning = DecisionTuning(labels: 2, restLabel: 0, window: 10, rate: 50)
        for _ in 0..<4 { tuning.add(windows(made), truth: truth(made)) }
        let background = (0..<10).flatMap { _ in calm + [Double](repeating: 16.0 / 17, count: fooled) }
        tuning.addBackground(windows(background), seconds: Double(background.count) / 5)
        return tuning
    }

    @Test func `the default enters what fools it for three windows, the tuned one does not and finds every gesture`() {
        let tuning = tuning(fooled: 3)
        #expect(tuning.outcome(of: DecisionParameters()).backgroundEvents == 10)
        let best = tuning.tuned(mostFalsePerHour: 0).best
        #expect(best.backgroundEvents == 0 && best.gestures.hits == 4 && best.gestures.misses == 0)
        // Three windows bring 12 bits less the leak, twenty at most 80.
        #expect(best.parameters.evidence > 6 * 256 && best.parameters.evidence < 80 * 256)
    }

    @Test func `where background looks like gestures the fewest false events are taken`() {
        let (best, tried) = tuning(fooled: 20).tuned(mostFalsePerHour: 0)
        #expect(best.backgroundEvents == tried.map(\.backgroundEvents).min())
    }

    /// Windows of rest and two gestures. The second is short: it brings no more evidence than the background does for the first.
    private func tuningOfTwo(isFooledByBoth: Bool) -> DecisionTuning {
        func windows(_ labels: [Int]) -> [OfflineClassifier.Window] {
            labels.enumerated().map { index, label in
                OfflineClassifier.Window(
                    endSample: 10 * (index + 1), slot: 0, label: label,
                    probabilities: (0..<3).map { $0 == label ? 16.0 / 18 : 1.0 / 18 })
            }
        }
        func passage(_ label: Int, _ length: Int) -> [Int] {
            [Int](repeating: 0, count: 20) + [Int](repeating: label, count: length) + [Int](repeating: 0, count: 20)
        }
        var tuning = DecisionTuning(labels: 3, restLabel: 0, window: 10, rate: 50)
        for (label, length) in [(1, 40), (1, 40), (1, 40), (2, 10)] {
            let labels = passage(label, length)
            tuning.add(windows(labels), truth: SessionTruth(labels.flatMap { [Int?](repeating: $0, count: 10) }))
        }
        let background = passage(1, 10) + passage(2, isFooledByBoth ? 10 : 1)
        tuning.addBackground(windows(background), seconds: Double(background.count) / 5)
        return tuning
    }

    @Test func `a label that the background is not mistaken for needs less evidence than others, and is found`() {
        let best = tuningOfTwo(isFooledByBoth: false).tuned(mostFalsePerHour: 0).best
        #expect(best.backgroundEvents == 0 && best.gestures.hits == 4, "\(best.gestures)")
        #expect(best.parameters.evidenceShares.factors == [1, 1, 0.5])
    }

    @Test func `a label that the background looks like gets no share of its own`() {
        let best = tuningOfTwo(isFooledByBoth: true).tuned(mostFalsePerHour: 0).best
        #expect(best.backgroundEvents == 0 && best.gestures.hits == 3)
        #expect(best.parameters.evidenceShares == EvidenceShares())
    }

    @Test func `rates are an hour's, with the interval that so much background allows`() throws {
        let outcome = tuning(fooled: 3).outcome(of: DecisionParameters())
        // 10 in 230 windows of a fifth of a second.
        let rate = try #require(outcome.falsePerHour)
        let interval = try #require(outcome.falsePerHourInterval)
        #expect(abs(rate - 10 / 46.0 * 3600) < 0.01)
        #expect(abs(interval.lowerBound - 4.795 / 46 * 3600) < 0.1 && abs(interval.upperBound - 18.390 / 46 * 3600) < 0.1)
    }
}
