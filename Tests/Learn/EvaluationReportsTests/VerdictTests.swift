import Evaluation
import EvaluationReports
import Testing

@Suite("The verdict")
struct VerdictTests {
    @Test("two arithmetics that never differ: no cost, the same answer everywhere")
    func identical() throws {
        // The first of equals is given. Windows of 8 samples, one every 4: those that end at 8 … 20 are rest, and none after.
        let labels = Array(repeating: "rest", count: 20) + Array(repeating: "class1", count: 20)
        let verdict = try silentResult(labels: labels).verdict
        #expect(verdict == "Fixed point costs no accuracy: 44.44 % in both; all 9 windows get the same answer.")
    }

    @Test("names both accuracies and counts the windows that differ")
    func sentence() throws {
        let result = try smallResult()
        let differing = result.parity.windows - result.parity.agreeing
        #expect(result.verdict.hasPrefix("Fixed point "))
        #expect(differing == 0 || result.verdict.contains("\(differing) of \(result.parity.windows) windows answer"))
    }
}
