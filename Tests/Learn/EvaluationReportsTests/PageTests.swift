import EvaluationReports
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("An evaluation as a page")
struct PageTests {
    private func page(_ labels: [String] = ["rest", "class1", "class2"]) throws -> String {
        try EvaluationPage(smallResult(labels: labels), of: smallSubject).html
    }

    @Test("is well-formed, also with labels and names that look like markup")
    func wellFormed() throws {
        let labels = ["rest", "<b>&amp;\"'", "]]></style>\u{7}"]
        let parser = XMLParser(data: Data(try page(labels).utf8))
        #expect(parser.parse(), "\(parser.parserError.debugDescription), line \(parser.lineNumber)")
    }

    @Test("holds no script")
    func noScript() throws {
        let page = try page(["rest", "<script>alert(1)</script>", "onload=x"])
        #expect(!page.lowercased().contains("<script") && !page.contains(" onload=\""))
    }

    @Test("loads nothing: no address, no source, no import", arguments: ["http:", "https:", "src=", "href=", "url(", "@import"])
    func selfContained(_ needle: String) throws { #expect(try !page().contains(needle)) }

    @Test("looks right in the dark and on paper", arguments: ["prefers-color-scheme: dark", "@media print", "max-width: 40rem"])
    func media(_ query: String) throws { #expect(try page().contains(query)) }

    @Test(
        "has every figure",
        arguments: [
            "What was taken for what", "Label by label", "As events", "How far the probabilities are apart",
            "Where fixed point costs",
            "The windows that differ most", "Whether a probability means what it says", "What it takes", "What is not counted",
            "What another decision would bring", "In time", "The windows that are most surely wrong", "What was evaluated",
        ])
    func figures(_ title: String) throws { #expect(try page().contains("<h2>\(title)")) }

    @Test("the same result gives the same bytes")
    func reproducible() throws { #expect(try page() == page()) }

    @Test("holds no number that is none")
    func numbers() throws {
        let page = try page()
        #expect(!page.contains("nan") && !page.contains("\"inf") && !page.contains(">inf"))
    }
}
