/// A sequence with the answers that a network should give.
public struct TaughtSequence: Sendable, Equatable {
    /// `[steps][inputs]`, as the network reads them.
    public var inputs: [[Float]]
    /// `[steps]`: the class that is to be answered behind each step, nil where nothing is asked.
    public var answers: [Int?]

    public init(inputs: [[Float]], answers: [Int?]) {
        self.inputs = inputs
        self.answers = answers
    }

    /// Traps if the sequence is not one that a network of this plan could be taught.
    func requireFit(to plan: NetworkPlan) {
        precondition(inputs.count == answers.count && !inputs.isEmpty, "every step of a sequence has an answer, or nil")
        precondition(inputs.allSatisfy { $0.count == plan.inputs }, "every step has as many values as the network has inputs")
        precondition(
            answers.allSatisfy { $0.map((0..<plan.classes).contains) ?? true }, "answers are classes that the network has")
        precondition(answers.contains { $0 != nil }, "a sequence asks at least once")
    }
}
