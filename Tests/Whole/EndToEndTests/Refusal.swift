import TestSupport
import Testing

extension Motionq.Result {
    /// Expects a refusal: this exit code, nothing on standard output, and one sentence that has each of these words. The usage may
    /// follow it after a command line that is wrong (64).
    func expectRefusal(_ expected: Int32, says words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        expectRefusal(expected, says: words, sourceLocation: sourceLocation)
    }

    /// Expects a refusal as above, for words that come from a list.
    ///
    /// - Parameter isAtOnce: whether it comes before anything is told on standard output.
    func expectRefusal(
        _ expected: Int32, says words: [String], isAtOnce: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(status == expected && (output.isEmpty || !isAtOnce), "\(self)", sourceLocation: sourceLocation)
        for word in words { #expect(errors.contains(word), "\(errors)", sourceLocation: sourceLocation) }
        let sentences = errors.split(separator: "\n").count
        #expect(sentences == 1 || status == 64, "\(errors)", sourceLocation: sourceLocation)
    }
}
