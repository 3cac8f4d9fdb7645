import EvaluationReports
import Testing

@Suite("An evaluation as text")
struct TableTests {
    @Test("no line is wider than 100 columns, with 3 labels and with 12")
    func width() throws {
        for count in [3, 12] {
            let result = try smallResult(labels: (0..<count).map { "A_RATHER_LONG_LABEL_\($0)" })
            for line in EvaluationTable(result, of: smallSubject).text.split(separator: "\n") {
                #expect(line.count <= 100, "\(line)")
            }
        }
    }

    @Test("no line ends in a space")
    func trailing() throws {
        let text = try EvaluationTable(smallResult(), of: smallSubject).text
        #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    }

    @Test("shows float, Q15 and their difference side by side")
    func columns() throws {
        let result = try smallResult()
        let text = EvaluationTable(result, of: smallSubject).text
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("accuracy") })
        #expect(line.split(separator: " ", omittingEmptySubsequences: true).count == 6)
    }

    @Test("says how many windows are not scored, and repeats the caller's notes")
    func notes() throws {
        let text = try EvaluationTable(smallResult(), of: smallSubject).text
        #expect(text.contains("more windows are not scored") && text.contains("note: 3 samples have no label"))
    }

    @Test("has no row and no column for a label that occurs nowhere, and says so")
    func absent() throws {
        let result = try silentResult(labels: Array(repeating: "rest", count: 40))
        let text = EvaluationTable(result, of: smallSubject).text
        #expect(text.contains("true [1] rest") && !text.contains("true [2] class1"), "\(text)")
        #expect(text.contains("labels without a window, left out above: class1"))
        #expect(!EvaluationPage(result, of: smallSubject).html.contains(">class1<"))
    }

    @Test("a hostile label cannot write to the terminal")
    func hostile() throws {
        let result = try smallResult(labels: ["rest", "\u{1B}[2J", "class2"])
        #expect(!EvaluationTable(result, of: smallSubject).text.contains("\u{1B}"))
    }
}
