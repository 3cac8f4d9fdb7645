import Evaluation
import Foundation
import Randomness
import Testing

@Suite("Reliability")
struct ReliabilityTests {
    @Test("the calibration error by hand: two bins, 3 windows 0.05 below and 1 window 0.4 above")
    func byHand() {
        var reliability = Reliability(bins: 2)
        // (0.5, 1]: confidence 0.9, 0.8, 0.85, two of three right: |2/3 − 0.85| · 3/4. (0, 0.5]: confidence 0.4, right: 0.6 · 1/4.
        for (confidence, isCorrect) in [(0.9, true), (0.8, true), (0.85, false), (0.4, true)] {
            reliability.add(confidence: confidence, isCorrect: isCorrect)
        }
        let wanted = (0.85 - 2.0 / 3) * 0.75 + 0.6 * 0.25
        #expect(((reliability.expectedCalibrationError ?? 9) - wanted).magnitude < 1e-12)
    }

    @Test("answers that are right as often as they claim have no calibration error")
    func perfect() {
        var reliability = Reliability()
        for tenths in 6...9 {
            for index in 0..<10 { reliability.add(confidence: Double(tenths) / 10, isCorrect: index < tenths) }
        }
        #expect((reliability.expectedCalibrationError ?? 9) < 1e-12)
    }

    @Test("drawn from what they claim, 100,000 answers have a calibration error below 0.01")
    func random() {
        var generator = SeededGenerator(seed: 5)
        var reliability = Reliability()
        for _ in 0..<100_000 {
            let confidence = Double.random(in: 0.25...1, using: &generator)
            reliability.add(confidence: confidence, isCorrect: Double.random(in: 0..<1, using: &generator) < confidence)
        }
        #expect((reliability.expectedCalibrationError ?? 9) < 0.01)
    }

    @Test("the error by chance is the mean error of answers that are right as often as they claim, within 3 %")
    func byChance() throws {
        let drawn = try drawnByChance()
        let mean = drawn.reduce(0) { $0 + $1.error } / Double(drawn.count)
        #expect((drawn[0].mean / mean - 1).magnitude < 0.03)
    }

    @Test("of answers that are right as often as they claim 5 % have a larger error than the limit, within 3 %")
    func limitByChance() throws {
        let drawn = try drawnByChance()
        let above = Double(drawn.count { $0.error > $0.limit }) / Double(drawn.count)
        #expect((0.02...0.08).contains(above), "\(above)")
    }

    /// 400 times 500 answers that are right with the probability that they claim: their error, and what is foretold of it.
    private func drawnByChance() throws -> [(error: Double, mean: Double, limit: Double)] {
        var generator = SeededGenerator(seed: 6)
        let confidences = (0..<500).map { _ in 1 - 0.5 * pow(Double.random(in: 0..<1, using: &generator), 3) }
        return try (0..<400).map { _ in
            var reliability = Reliability()
            for confidence in confidences {
                reliability.add(confidence: confidence, isCorrect: Double.random(in: 0..<1, using: &generator) < confidence)
            }
            return try (
                #require(reliability.expectedCalibrationError), #require(reliability.calibrationErrorByChance),
                #require(reliability.calibrationErrorByChanceLimit)
            )
        }
    }

    @Test(
        "a bin holds its upper edge and not its lower one",
        arguments: [(0.0, 0), (0.1, 0), (0.25, 0), (0.26, 1), (0.5, 1), (0.75, 2), (1.0, 3)])
    func edges(_ confidence: Double, _ bin: Int) {
        var reliability = Reliability(bins: 4)
        reliability.add(confidence: confidence, isCorrect: true)
        #expect(reliability.bins.firstIndex { $0.windows > 0 } == bin)
    }

    @Test("without windows there is no calibration error")
    func empty() {
        #expect(Reliability().expectedCalibrationError == nil)
        #expect(Reliability().calibrationErrorByChance == nil)
        #expect(Reliability().calibrationErrorByChanceLimit == nil)
    }
}
