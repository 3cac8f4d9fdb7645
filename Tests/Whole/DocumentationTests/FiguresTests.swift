import Foundation
import Testing

/// The rule of CONTRIBUTING.md: what was measured stands once, in docs/results, and other pages quote it with a link.
@Suite("Figures")
struct FiguresTests {
    private static let results = Document.paths.filter { $0.hasPrefix("docs/results/") }
    private static let others = Document.paths.filter { !$0.hasPrefix("docs/results/") }

    /// Rows of the same name that have two values under the same heading.
    static func contradictions(in pages: [Page]) -> [String] {
        var known: [[String]: (value: String, place: String)] = [:]
        var faults: [String] = []
        for page in pages {
            for figure in page.figures {
                let (key, place) = ([figure.row, figure.column], "\(page.path), line \(figure.line)")
                let first = known[key] ?? (figure.value, place)
                known[key] = first
                if first.value != figure.value {
                    faults.append("\(figure.row), \(figure.column): \(first.value) (\(first.place)), \(figure.value) (\(place))")
                }
            }
        }
        return faults
    }

    /// What a page quotes otherwise than it stands in the section that the sentence links to, or without a link.
    static func misquotations(in page: Page, results: (String) throws -> Page) rethrows -> [String] {
        var faults: [String] = []
        for sentence in page.sentences {
            let links = sentence.links.filter { $0.file.hasPrefix("docs/results/") }
            let place = "\(page.path), line \(sentence.line)"
            if links.isEmpty {
                if sentence.isResult { faults.append("\(place) has a figure without a link to docs/results: \(sentence.text)") }
                continue
            }
            let there = try links.reduce(into: Set<Decimal>()) { numbers, link in
                numbers.formUnion(Sentence.numbers(try results(link.file).section(link.anchor) ?? []))
            }
            for figure in sentence.figures {
                guard let number = Decimal(string: figure) else { continue }
                // A share may be told in percent.
                if there.isDisjoint(with: [number, number / 100, number * 100]) {
                    faults.append("\(place): \(figure) does not stand where the link leads")
                }
            }
        }
        return faults
    }

    @Test("of docs/results stand there once: no row has two values under one heading")
    func once() throws {
        #expect(!Self.results.isEmpty)
        for fault in Self.contradictions(in: try Self.results.map(Page.init(readingFileAt:))) { Issue.record("\(fault)") }
    }

    @Test("are quoted as they stand in the section that the sentence links to", arguments: others)
    func quoted(_ path: String) throws {
        let page = try Page(readingFileAt: path)
        for fault in try Self.misquotations(in: page, results: Page.init(readingFileAt:)) { Issue.record("\(fault)") }
    }

    @Test("that contradict each other are found, on two pages and with emphasis; equal ones are none")
    func found() {
        let first = Page("| on | accuracy |\n|---|---|\n| HAPT | **0.961** (one seed) |", path: "a.md")
        let second = Page("Text.\n\n| on | accuracy |\n|---|---|\n| HAPT | 0.951 |\n| watch | 0.961 |", path: "b.md")
        #expect(
            Self.contradictions(in: [first, first, second]) == ["HAPT, accuracy: 0.961 (a.md, line 3), 0.951 (b.md, line 5)"])
    }

    @Test(
        "in a sentence are faulted without a link, and if they stand elsewhere; shares may be told in percent",
        arguments: [
            ("On HAPT it has 0.961.", 1), ("With `--pace 0.600` HAPT is learned.", 0),
            ("On HAPT it has 96.1 % ([results](docs/results/A.md#one)).", 0), ("It has 0.961\n([results](docs/results/A.md)).", 0),
            ("On HAPT it has 0.962 ([results](docs/results/A.md#one)). HAPT has 0.5.", 1),
            ("It has 0.961 ([results](docs/results/A.md#two)).", 1),
        ])
    func sentences(_ text: String, _ faults: Int) {
        let table = "| on | accuracy |\n|---|---|\n| HAPT | 0.961 |"
        let results = Page("# A\n\n## One\n\n\(table)\n\n## Two\n\nNone.", path: "docs/results/A.md")
        #expect(Self.misquotations(in: Page(text, path: "README.md")) { _ in results }.count == faults)
    }
}
