import Foundation

/// Teaches an LSTM a poem, gives it two words and no state, and lets it read its own words until it finds the end, in float and
/// in Q15.
///
///     swift run -c release ContinueText [carve it]
@main
struct ContinueText {
    static func main() throws {
        let passage = Passage.birthday
        let text = try TextNetwork(learning: passage)
        let given = Passage.words(in: CommandLine.arguments.dropFirst().joined(separator: " "))
        if let unknown = given.first(where: { !text.words.contains($0) }) {
            print("“\(unknown)” is no word of the poem; it has: \(text.words.joined(separator: " "))")
            exit(2)
        }
        let prompts = given.isEmpty ? passage.stanzas.map { Array($0[0].prefix(2)) } : [given]
        for prompt in prompts {
            var float = FloatReader(text)
            var integers = Q15Reader(text)
            show(prompt, float.continuation(of: prompt), integers.continuation(of: prompt))
        }
    }

    private static func show(_ prompt: [String], _ float: Continuation, _ integers: Continuation) {
        print("\(prompt.joined(separator: " ")) …")
        for (name, continuation) in [("float", float), ("Q15", integers)] {
            let end = continuation.hasEnded ? TextNetwork.end : "…"
            let least = String(format: "%.4f", continuation.margins.min() ?? 0)
            print("\(name), ahead of the next best word by at least \(least):")
            print("    \((continuation.words + [end]).joined(separator: " "))")
        }
        print(float.words == integers.words ? "the same \(float.words.count) words\n" : "not the same words\n")
    }
}
