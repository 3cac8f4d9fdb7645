/// A short text in stanzas and lines, as words.
///
/// Words are made of letters, apostrophes and hyphens, in lower case; everything else separates them.
package struct Passage: Sendable {
    /// `[stanza][line][word]`
    package let stanzas: [[[String]]]

    package init(_ text: String) {
        stanzas = text.split(separator: "\n\n").map { stanza in
            stanza.split(separator: "\n").map { Self.words(in: String($0)) }
        }
    }

    package static func words(in text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" }.map(String.init)
    }

    /// Every word once, in the order of the first occurrence.
    package var vocabulary: [String] {
        var known: Set<String> = []
        return stanzas.joined().joined().filter { known.insert($0).inserted }
    }

    /// From each line to the end of its stanza, without lines that begin with the same two words as an earlier one: from those two
    /// words alone nobody could tell them apart.
    package var openings: [[String]] {
        var known: Set<[String]> = []
        return stanzas.flatMap { lines in
            lines.indices.filter { known.insert(Array(lines[$0].prefix(2))).inserted }.map { Array(lines[$0...].joined()) }
        }
    }

    /// Christina Rossetti (1830–1894), "A Birthday", 1861. In the public domain.
    ///
    /// Four lines begin alike, and both stanzas end alike: the last word or two do not tell how it goes on.
    package static let birthday = Passage(
        """
        My heart is like a singing bird
        Whose nest is in a water'd shoot;
        My heart is like an apple-tree
        Whose boughs are bent with thickset fruit;
        My heart is like a rainbow shell
        That paddles in a halcyon sea;
        My heart is gladder than all these
        Because my love is come to me.

        Raise me a dais of silk and down;
        Hang it with vair and purple dyes;
        Carve it in doves and pomegranates,
        And peacocks with a hundred eyes;
        Work it in gold and silver grapes,
        In leaves and silver fleurs-de-lys;
        Because the birthday of my life
        Is come, my love is come to me.
        """)
}
