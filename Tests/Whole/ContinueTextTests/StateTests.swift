import ContinueText
import MotionCore
import Testing

/// What the engine's state does for a text.
@Suite("The state of a text")
struct StateTests {
    private static let beginning = ["my", "heart", "is", "like"]

    /// A state that has read some words.
    private static func state(after words: [String], _ network: TextNetwork) throws -> SequenceState {
        var reader = Q15Reader(network)
        for word in words { _ = reader.read(try #require(network.words.firstIndex(of: word))) }
        return reader.state
    }

    private static func copy(of state: SequenceState, _ network: TextNetwork) -> SequenceState {
        let copy = SequenceState(for: network.quantized)
        copy.copy(from: state)
        return copy
    }

    @Test("is what the network knows of words read before: the last one alone gives another text")
    func matters() throws {
        let network = try TaughtText.network()
        let prompt = TaughtText.prompts[0]
        var reader = Q15Reader(network)
        var words = [prompt.words[1]]
        for _ in prompt.rest {
            reader.state.reset()
            words += reader.continuation(of: [words[words.count - 1]], limit: 1).words
        }
        #expect(Array(words.dropFirst()) != prompt.rest)
    }

    @Test("is the same bit for bit after two continuations from copies of one state")
    func copies() throws {
        let network = try TaughtText.network()
        let state = try Self.state(after: Self.beginning, network)
        var first = Q15Reader(network, from: Self.copy(of: state, network))
        var second = Q15Reader(network, from: Self.copy(of: state, network))
        _ = first.continuation(of: ["a"])
        _ = second.continuation(of: ["a"])
        #expect(first.state.isIdentical(to: second.state))
    }

    @Test("lets two texts part from one beginning: each copy goes its own way")
    func parting() throws {
        let network = try TaughtText.network()
        let state = try Self.state(after: ["because"], network)
        var love = Q15Reader(network, from: Self.copy(of: state, network))
        var birthday = Q15Reader(network, from: Self.copy(of: state, network))
        let ways = [love.continuation(of: ["my"], limit: 2).words, birthday.continuation(of: ["the"], limit: 2).words]
        #expect(ways == [["love", "is"], ["birthday", "of"]])
    }

    @Test("stays as it was while a copy of it is read on")
    func original() throws {
        let network = try TaughtText.network()
        let state = try Self.state(after: Self.beginning, network)
        let before = Self.copy(of: state, network)
        var reader = Q15Reader(network, from: Self.copy(of: state, network))
        _ = reader.continuation(of: ["a"])
        #expect(state.isIdentical(to: before))
    }

    @Test("has forgotten the first stanza when it is reset")
    func reset() throws {
        let network = try TaughtText.network()
        let state = try Self.state(after: TaughtText.prompts[0].words + TaughtText.prompts[0].rest, network)
        state.reset()
        var reader = Q15Reader(network, from: state)
        let prompt = TaughtText.prompts[5]
        #expect(reader.continuation(of: prompt.words).words == prompt.rest)
    }

    @Test("outlives the classifier: another one of the same weights goes on")
    func otherClassifier() throws {
        let network = try TaughtText.network()
        var reader = Q15Reader(network, from: try Self.state(after: Self.beginning, network))
        #expect(reader.continuation(of: ["a"], limit: 2).words == ["singing", "bird"])
    }
}
