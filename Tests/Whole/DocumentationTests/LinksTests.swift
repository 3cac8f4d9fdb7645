import Testing

@Suite("Links")
struct LinksTests {
    static func faults(in page: Page) throws -> [String] {
        try page.sentences.flatMap { sentence in
            try sentence.links.compactMap { link in
                let place = "\(page.path), line \(sentence.line)"
                guard Document.exists(link.file) else { return "\(place): there is no \(link.file)" }
                guard link.file.hasSuffix(".md") else { return nil }
                if try Page(readingFileAt: link.file).section(link.anchor) != nil { return nil }
                return "\(place): \(link.file) has no heading #\(link.anchor)"
            }
        }
    }

    @Test("lead to a page and to a heading that are there", arguments: Document.paths)
    func lead(_ path: String) throws {
        for fault in try Self.faults(in: Page(readingFileAt: path)) { Issue.record("\(fault)") }
    }

    @Test("to nowhere are found")
    func found() throws {
        let sound = "[a](README.md) [b](README.md#limits) [c](https://x.y)"
        let page = Page(sound + "\n[d](NOTHING.md), [e](README.md#nothing)", path: "x.md")
        #expect(
            try Self.faults(in: page) == [
                "x.md, line 1: there is no NOTHING.md", "x.md, line 1: README.md has no heading #nothing",
            ])
    }
}
