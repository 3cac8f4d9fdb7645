import Models
package import MotionCore

/// Something that reads word after word and says each time which may come next.
package protocol Reader {
    /// Words, in the order of the inputs; the answers have the end besides.
    var words: [String] { get }
    /// Reads one word, given by its number, and remembers it.
    ///
    /// - Returns: probability of each word to be next, and of the end at last.
    mutating func read(_ word: Int) -> [Double]
}

extension Reader {
    /// Reads a prompt, then its own most probable word again and again, until the most probable is the end.
    ///
    /// Traps on a prompt without words or with one that is not in the vocabulary.
    package mutating func continuation(of prompt: [String], limit: Int = 80) -> Continuation {
        var probabilities: [Double] = []
        for word in prompt {
            guard let number = words.firstIndex(of: word) else { preconditionFailure("nobody has taught me “\(word)”") }
            probabilities = read(number)
        }
        precondition(!probabilities.isEmpty, "a prompt has at least one word")
        var result = Continuation()
        while result.words.count < limit {
            let choice = result.choose(from: probabilities)
            guard choice < words.count else {
                result.hasEnded = true
                return result
            }
            result.words.append(words[choice])
            probabilities = read(choice)
        }
        return result
    }
}

/// What a reader made of a prompt.
package struct Continuation: Equatable, Sendable {
    package var words: [String] = []
    /// How much more probable each choice was than the next best, that of the end included.
    package var margins: [Double] = []
    /// Whether it found the end rather than the limit.
    package var hasEnded = false

    /// The most probable, the first of equals as in the engine.
    fileprivate mutating func choose(from probabilities: [Double]) -> Int {
        var choice = 0
        for index in probabilities.indices where probabilities[index] > probabilities[choice] { choice = index }
        let others = probabilities.indices.lazy.filter { $0 != choice }.map { probabilities[$0] }
        margins.append(probabilities[choice] - (others.max() ?? 0))
        return choice
    }
}

/// Reads in double precision.
package struct FloatReader: Reader {
    package let words: [String]
    private let network: FloatNetwork
    private var state: FloatState

    package init(_ text: TextNetwork) {
        words = text.words
        network = text.float
        state = FloatState(zeroFor: text.float)
    }

    package mutating func read(_ word: Int) -> [Double] {
        network.predict(window: words.indices.map { $0 == word ? 1 : 0 }, state: &state)
    }
}

/// Reads in integers: a window is one word, and its state goes into the next.
package struct Q15Reader: Reader {
    package let words: [String]
    package let state: SequenceState
    private let classifier: WindowClassifier
    private let one: Int16

    /// - Parameter state: to go on from, zero if nil. Reading changes it.
    package init(_ text: TextNetwork, from state: SequenceState? = nil) {
        words = text.words
        classifier = WindowClassifier(text.quantized)
        one = text.one
        self.state = state ?? SequenceState(for: text.quantized)
    }

    package mutating func read(_ word: Int) -> [Double] {
        let window = words.indices.map { $0 == word ? one : 0 }
        classifier.predict(window: window.span, state: state)
        return (0...words.count).map { Double(classifier.probability(of: $0)) / 32_768 }
    }
}
