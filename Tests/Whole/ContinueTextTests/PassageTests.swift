import ContinueText
import Testing

@Suite("A passage")
struct PassageTests {
    @Test("is words in lower case; apostrophes and hyphens belong to them")
    func words() {
        #expect(
            Passage.words(in: "In leaves; a water'd Apple-tree,\n— so?") == ["in", "leaves", "a", "water'd", "apple-tree", "so"])
    }

    @Test("has every word once in its vocabulary")
    func vocabulary() {
        #expect(Passage("My heart is\nmy\n\nlove is come").vocabulary == ["my", "heart", "is", "love", "come"])
    }

    @Test("opens with each line that its first two words tell, and goes on to the stanza's end")
    func openings() {
        let passage = Passage("a b c\na b d\nb a\n\na c")
        #expect(passage.openings == [["a", "b", "c", "a", "b", "d", "b", "a"], ["b", "a"], ["a", "c"]])
    }

    @Test("that the example carries has two stanzas of eight lines, 107 words, 61 different ones")
    func birthday() {
        let stanzas = Passage.birthday.stanzas
        #expect(stanzas.map(\.count) == [8, 8])
        #expect(stanzas.joined().joined().count == 107)
        #expect(Passage.birthday.vocabulary.count == 61)
    }
}
