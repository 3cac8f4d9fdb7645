import Foundation
import Testing

/// Turns of phrase that stopped readers, in pages and in the help of every verb.
@Suite("Plain English")
struct PlainEnglishTests {
    private static let phrases = ["in sight of", "every so many", "for no label more", "nobody", "somebody", "says the way"]

    /// What stops a reader in a text; nil if nothing does.
    static func fault(in text: String) -> String? {
        let lower = text.lowercased()
        if let phrase = phrases.first(where: { lower.contains($0) }) { return "“\(phrase)” in: \(text)" }
        // A sentence that begins with what belongs behind its noun: “Of strokes none is …”.
        let isFronted = text.hasPrefix("Of ") || text.contains(#/[.:;?!] Of /#)
        return isFronted ? "begins with “Of”: \(text)" : nil
    }

    @Test("stands in every page", arguments: Document.paths)
    func pages(_ path: String) throws {
        for sentence in try Page(readingFileAt: path).sentences {
            if let fault = Self.fault(in: sentence.words) { Issue.record("\(path), line \(sentence.line): \(fault)") }
        }
    }

    @Test("stands in the help of every verb")
    func help() throws {
        for verb in try Catalogue.shared.get().verbs {
            let texts = [verb.abstract, verb.discussion] + (verb.arguments ?? []).map(\.abstract)
            for text in texts.compactMap(\.self) {
                if let fault = Self.fault(in: text) { Issue.record("motionq \(verb.commandName): \(fault)") }
            }
        }
    }

    @Test(
        "is told from what is not",
        arguments: [
            ("Of strokes none need judge.", true), ("It is read. Of those, two are wrong.", true), ("Whoever sees nobody.", true),
            ("A share of those that are read.", false), ("The order of labels: of the recordings.", false),
        ])
    func told(_ text: String, _ isFault: Bool) { #expect((Self.fault(in: text) != nil) == isFault) }
}
