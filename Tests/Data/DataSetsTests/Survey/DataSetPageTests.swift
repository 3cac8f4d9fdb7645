import Foundation
import Recordings
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("A data set as a page")
struct DataSetPageTests {
    /// - Parameter label: of the repetitions.
    private func page(label: String = "swing", people: Int = 2, weak: Int? = 5) throws -> String {
        let world = try CurationWorld(
            (0..<people).map { CurationWorld.swings("p\($0)", swings: 9, weak: $0 == 0 ? weak : nil, label: label) })
        defer { world.remove() }
        return try world.page()
    }

    private func isWellFormed(_ page: String) -> Bool { XMLParser(data: Data(page.utf8)).parse() }

    @Test("draws every label, and what is unlike the rest over it, each named so that it is found")
    func figures() throws {
        let page = try page()
        #expect(page.contains("18\u{A0}repetitions of 1\u{A0}label by 2\u{A0}people."))
        #expect(page.components(separatedBy: "<svg").count == 3)
        #expect(page.contains("swing · p0-1") && page.contains("0.csv, 11.0\u{A0}to 12.0\u{A0}s: moves 0.045\u{A0}times"))
        #expect(page.contains("<span>from: 11.000,</span> <span>to: 11.981,</span>"))
    }

    @Test(
        "is well-formed with names that look like markup or command a terminal",
        arguments: ["<b>&\"'", "]]></style>", "a\u{1B}[2J"])
    func names(_ label: String) throws {
        let page = try page(label: label)
        #expect(isWellFormed(page))
        #expect(!page.contains("\u{1B}") && !page.contains("<b>&\""))
    }

    @Test("shows a control character by its number")
    func control() throws { #expect(try page(label: "a\u{1B}b").contains("a\\u{1b}b")) }

    @Test("holds no script and loads nothing", arguments: ["<script", "http:", "https:", "src=", "href=", "url("])
    func selfContained(_ needle: String) throws { #expect(try !page().lowercased().contains(needle)) }

    @Test("the same recordings give the same bytes")
    func reproducible() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 9, weak: 5)])
        defer { world.remove() }
        #expect(try world.page() == world.page())
    }

    @Test("of nothing but rest says so")
    func onlyRest() throws {
        let page = try page(label: "idle", weak: nil)
        #expect(isWellFormed(page) && page.contains("there is no repetition to draw"))
    }

    @Test("of thousands of repetitions, hundreds of people and of labels stays small, and says what is not drawn")
    func bounded() throws {
        var text = CurationWorld.header
        for session in 0..<3_000 {
            let strength = session % 12 == 11 ? 5.0 : 0.2
            for sample in 0..<8 {
                let value = sample % 2 == 0 ? strength : -strength
                text += "s\(session),p\(session % 150),label\(session % 100),\(sample * 20),\(value),0,1,0,0,0\n"
            }
        }
        let world = try CurationWorld([text])
        defer { world.remove() }
        let page = try world.page()
        #expect(page.utf8.count < 1_000_000 && isWellFormed(page))
        #expect(
            page.contains("76\u{A0}labels with fewer repetitions than the 24\u{A0}drawn")
                && page.contains("90\u{A0}people by themselves"))
    }
}
