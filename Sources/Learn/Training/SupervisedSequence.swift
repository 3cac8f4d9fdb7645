/// A sequence with the classes that a network should answer.
public struct SupervisedSequence: Sendable, Equatable {
    /// `[steps][inputs]`, as the network reads them.
    public var inputs: [[Float]]
    /// `[steps]`: the class to answer after each step, nil for any.
    public var targets: [Int?]

    public init(inputs: [[Float]], targets: [Int?]) {
        self.inputs = inputs
        self.targets = targets
    }

    /// Traps if the sequence is not one that a network of this plan could learn.
    func requireFit(to plan: NetworkPlan) {
        precondition(inputs.count == targets.count && !inputs.isEmpty, "every step of a sequence has a target, or nil")
        precondition(inputs.allSatisfy { $0.count == plan.inputs }, "every step has as many values as the network has inputs")
        precondition(
            targets.allSatisfy { $0.map((0..<plan.classes).contains) ?? true }, "targets are classes that the network has")
        precondition(targets.contains { $0 != nil }, "a sequence has at least one target")
    }
}
