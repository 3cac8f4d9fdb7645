/// What is wrong with an address that somebody wrote.
package struct AddressError: ExplainedError, Equatable {
    /// Without its password: may be shown.
    package let address: String
    package let problem: String

    package init(_ address: String, problem: String) { (self.address, self.problem) = (address, problem) }

    package var kind: FailureKind { .usage }
    package var sentence: Sentence { Sentence("\(printable(address)) \(problem)") }
}
