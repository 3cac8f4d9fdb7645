import Evaluation
import Testing

@Suite("Classification scores")
struct ClassificationScoresTests {
    /// True: 10 of label 0, 5 of label 1, 5 of label 2. Given: 9, 7 and 4.
    private static let confusion = [[8, 2, 0], [1, 4, 0], [0, 1, 4]]

    private func scores(_ confusion: [[Int]] = confusion) -> ClassificationScores {
        var scores = ClassificationScores(labels: confusion.count)
        for (truth, row) in confusion.enumerated() {
            for (given, count) in row.enumerated() {
                for _ in 0..<count { scores.add(truth: truth, predicted: given) }
            }
        }
        return scores
    }

    private func isClose(_ found: Double?, _ wanted: Double) -> Bool { found.map { ($0 - wanted).magnitude < 1e-12 } ?? false }

    @Test("the matrix has a row for each true label and a column for each given one")
    func matrix() { #expect(scores().confusion == Self.confusion) }

    @Test("accuracy is the diagonal's share: 16 of 20")
    func accuracy() { #expect(isClose(scores().accuracy, 0.8)) }

    @Test("precision is a share of a column: 8/9, 4/7, 4/4")
    func precision() {
        #expect(
            isClose(scores().precision(0), 8.0 / 9) && isClose(scores().precision(1), 4.0 / 7) && isClose(scores().precision(2), 1))
    }

    @Test("recall is a share of a row: 8/10, 4/5, 4/5")
    func recall() {
        #expect((0..<3).allSatisfy { isClose(scores().recall($0), 0.8) })
    }

    @Test("F1 is the harmonic mean of both: 16/19, 8/12, 8/9")
    func f1() {
        #expect(isClose(scores().f1(0), 16.0 / 19) && isClose(scores().f1(1), 2.0 / 3) && isClose(scores().f1(2), 8.0 / 9))
    }

    @Test("macro F1 is the plain mean of the labels' F1")
    func macroF1() { #expect(isClose(scores().macroF1, (16.0 / 19 + 2.0 / 3 + 8.0 / 9) / 3)) }

    @Test("a label that neither occurs nor was given does not count for macro F1")
    func absentLabel() { #expect(isClose(scores([[1, 1, 0], [0, 2, 0], [0, 0, 0]]).macroF1, (2.0 / 3 + 4.0 / 5) / 2)) }

    @Test("a label that was given but never true counts for macro F1, with 0")
    func inventedLabel() { #expect(isClose(scores([[1, 1], [0, 0]]).macroF1, (2.0 / 3) / 2)) }

    @Test("without windows there is no accuracy, precision, recall or F1")
    func empty() {
        let scores = scores([[0, 0], [0, 0]])
        let found = [scores.accuracy, scores.precision(0), scores.recall(0), scores.f1(0), scores.macroF1]
        #expect(found.allSatisfy { $0 == nil })
    }
}
