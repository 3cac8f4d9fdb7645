import ContinueText
import Testing

/// One network for all tests: it takes a while to learn.
enum TaughtText {
    static let passage = Passage.birthday
    private static let result = Result { try TextNetwork(learning: passage) }

    static func network() throws -> TextNetwork { try result.get() }

    /// Two words from no state, and how the poem goes on.
    struct Prompt: CustomTestStringConvertible, Sendable {
        var words: [String]
        var rest: [String]
        var testDescription: String { words.joined(separator: " ") }
    }

    /// The first two words of every line that can be told by them.
    static let prompts = passage.openings.map { Prompt(words: Array($0.prefix(2)), rest: Array($0.dropFirst(2))) }
}
