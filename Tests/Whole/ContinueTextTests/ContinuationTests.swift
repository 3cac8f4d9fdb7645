import ContinueText
import Testing

/// Float and Q15 go on from two words and no state, each reading its own words.
@Suite("A text network")
struct ContinuationTests {
    /// Of any probability while both read the poem; with forty seeds 0.0004 was the most.
    static let probabilityBound = 0.001
    /// Of the float network's lead over its next best word where Q15 chose another, after any two words; with forty seeds 0.044 was
    /// the most, in at most 11 of 3,721 prompts.
    static let wavering = 0.1

    @Test("goes on from two words to the end of the poem in float", arguments: TaughtText.prompts)
    func float(_ prompt: TaughtText.Prompt) throws {
        var reader = FloatReader(try TaughtText.network())
        let continuation = reader.continuation(of: prompt.words)
        #expect(continuation.words == prompt.rest)
    }

    @Test("goes on from two words to the end of the poem in Q15", arguments: TaughtText.prompts)
    func integers(_ prompt: TaughtText.Prompt) throws {
        var reader = Q15Reader(try TaughtText.network())
        let continuation = reader.continuation(of: prompt.words)
        #expect(continuation.words == prompt.rest)
    }

    @Test("finds its end by itself in Q15", arguments: TaughtText.prompts)
    func end(_ prompt: TaughtText.Prompt) throws {
        var reader = Q15Reader(try TaughtText.network())
        #expect(reader.continuation(of: prompt.words).hasEnded)
    }

    @Test("gives every word the same probability in float and in Q15 to within 0.001", arguments: TaughtText.prompts)
    func probabilities(_ prompt: TaughtText.Prompt) throws {
        let network = try TaughtText.network()
        var float = FloatReader(network)
        var integers = Q15Reader(network)
        for word in prompt.words + prompt.rest {
            let number = try #require(network.words.firstIndex(of: word))
            let differences = zip(float.read(number), integers.read(number)).map { abs($0 - $1) }
            #expect(differences.allSatisfy { $0 < Self.probabilityBound }, "after “\(word)”")
        }
    }

    // Most of these 3,721 prompts are no English: here both have to make something up.
    @Test("makes the same of any two words in float and in Q15, unless the float network itself wavers")
    func anyTwoWords() throws {
        let network = try TaughtText.network()
        for first in network.words {
            for second in network.words {
                var float = FloatReader(network)
                var integers = Q15Reader(network)
                let expected = float.continuation(of: [first, second])
                let given = integers.continuation(of: [first, second])
                guard expected.words != given.words else { continue }
                let parting = zip(expected.words, given.words).prefix { $0 == $1 }.count
                #expect(expected.margins[parting] < Self.wavering, "\(first) \(second)")
            }
        }
    }

    @Test("goes on in Q15 from wherever in a stanza its prompt ends")
    func anyPlace() throws {
        for opening in [TaughtText.prompts[0], TaughtText.prompts[5]].map({ $0.words + $0.rest }) {
            for length in 2..<opening.count {
                var reader = Q15Reader(try TaughtText.network())
                #expect(reader.continuation(of: Array(opening.prefix(length))).words == Array(opening.dropFirst(length)))
            }
        }
    }

    @Test("stops at the limit if it has not found the end")
    func limit() throws {
        var reader = Q15Reader(try TaughtText.network())
        let continuation = reader.continuation(of: ["my", "heart"], limit: 3)
        #expect(continuation.words == ["is", "like", "a"])
    }
}
