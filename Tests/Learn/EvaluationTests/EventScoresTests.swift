import Evaluation
import MotionCore
import Testing

/// Ten samples a second, windows of 4 samples every 2; label 0 is rest unless a test says otherwise.
@Suite("Events against what truly happened")
struct EventScoresTests {
    private static let length = 4

    /// - Parameters:
    ///   - truth: runs of (label, samples).
    ///   - answers: the label that each window is sure of, window after window.
    private func scores(_ truth: [(Int?, Int)], _ answers: [Int], restLabel: Int = 0) -> EventScores {
        let samples = truth.flatMap { Array(repeating: $0, count: $1) }
        let windows = answers.enumerated().map { index, label in
            OfflineClassifier.Window(
                endSample: Self.length + 2 * index, slot: index % 2, label: label,
                probabilities: (0..<3).map { $0 == label ? 0.98 : 0.01 })
        }
        var parameters = DecisionParameters()
        parameters.restLabel = restLabel
        parameters.smoothing = 1
        parameters.refractory = 0
        var scores = EventScores(labels: 3)
        scores.add(windows, truth: SessionTruth(samples), length: Self.length, rate: 10, decision: parameters)
        return scores
    }

    @Test("entered within the run: a hit, timed from the run's start to the end of the window that entered")
    func hit() {
        // Rest in samples 0 ..< 10, label 1 in 10 ..< 20; windows end at 4, 6, 8, 10, 12, 14, 16: the sixth enters.
        let scores = scores([(0, 10), (1, 10)], [0, 0, 0, 0, 0, 1, 1])
        #expect(scores.hits == 1 && scores.misses == 0 && scores.falseEvents == 0)
        #expect(scores.detectionSeconds == [0.4])
    }

    @Test("never entered: a miss")
    func miss() {
        let scores = scores([(0, 10), (1, 10)], [0, 0, 0, 0, 0, 0, 0])
        #expect(scores.hits == 0 && scores.misses == 1 && scores.falseEvents == 0)
    }

    @Test("entered a window length after the run's end: still a hit")
    func grace() {
        // The run ends after sample 10; the window that ends at 14 enters.
        let scores = scores([(0, 6), (1, 4), (0, 10)], [0, 0, 0, 0, 0, 1, 0])
        #expect(scores.hits == 1 && scores.falseEvents == 0)
    }

    @Test("entered later than that: false, and the run is missed")
    func late() {
        let scores = scores([(0, 6), (1, 4), (0, 10)], [0, 0, 0, 0, 0, 0, 1])
        #expect(scores.hits == 0 && scores.misses == 1 && scores.falseEvents == 1)
    }

    @Test("another label than the true one: false, and the run is missed")
    func wrongLabel() {
        let scores = scores([(0, 6), (1, 14)], [0, 0, 2, 2, 2])
        #expect(scores.labels[1].misses == 1 && scores.labels[2].falseEvents == 1 && scores.hits == 0)
    }

    @Test("of false events, those in another label's run are known as mistaken, the others as false at rest")
    func mistaken() {
        let scores = scores([(0, 6), (1, 14), (0, 20)], [0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2])
        #expect(scores.falseEvents == 2 && scores.labels[2].mistaken == 1 && scores.falseEventsAtRest == 1)
    }

    @Test("entered twice in one run: one hit, nothing false")
    func twice() {
        let scores = scores([(0, 4), (1, 20)], [0, 1, 1, 0, 1, 1])
        #expect(scores.hits == 1 && scores.falseEvents == 0)
    }

    @Test("two runs of one label with rest between them are two events")
    func twoRuns() {
        let scores = scores([(1, 8), (0, 8), (1, 8)], [1, 1, 0, 0, 0, 0, 0, 1, 1])
        #expect(scores.hits == 2 && scores.misses == 0)
    }

    @Test("two runs of one label with only unscored samples between them are one event")
    func joined() {
        let scores = scores([(1, 8), (nil, 8), (1, 8)], [1, 1, 1, 1, 1, 1, 1, 1])
        #expect(scores.hits == 1 && scores.misses == 0)
    }

    @Test("entered where samples are not scored: neither a hit nor false")
    func unscored() {
        let scores = scores([(0, 6), (nil, 8), (0, 6)], [0, 0, 0, 1, 0, 0])
        #expect(scores.hits == 0 && scores.misses == 0 && scores.falseEvents == 0)
    }

    @Test("false events are counted by the minute of scored samples")
    func perMinute() {
        // 20 scored samples at 10 Hz are 2 s: one false event makes 30 a minute.
        let scores = scores([(0, 20), (nil, 10)], [0, 1, 0, 0])
        #expect(scores.falseEventsPerMinute.map { ($0 - 30).magnitude < 1e-9 } == true)
    }

    @Test("without a rest label every label makes events")
    func noRest() {
        let scores = scores([(0, 10), (1, 10)], [0, 0, 0, 0, 1, 1, 1, 1], restLabel: -1)
        #expect(scores.labels[0].hits == 1 && scores.hits + scores.misses == 2)
    }

    @Test("without hits there is no time to detection, without recordings no rate of false events")
    func empty() {
        let scores = EventScores(labels: 2)
        #expect(scores.medianDetectionSeconds == nil && scores.p90DetectionSeconds == nil && scores.falseEventsPerMinute == nil)
    }
}
