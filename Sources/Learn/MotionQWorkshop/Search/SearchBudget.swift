/// How long a search may take, and what a network may take on a chip.
public struct SearchBudget: Sendable, Equatable {
    /// Minutes after which no other network is tried; nil: until everything has been tried.
    public var minutes: Double?
    /// Networks at most: what is tried then does not depend on the clock. Nil: any number.
    public var mostCandidates: Int?
    /// Bytes of the network on a chip at most; nil: any number.
    public var mostBytes: Int?
    /// Instructions of a Cortex-M4 in a second at most, or for a stroke; nil: any number.
    public var mostInstructions: Int?

    /// Any time and any network.
    public init() {}

    func allows(_ cost: NetworkCost) -> Bool {
        cost.bytes <= mostBytes ?? .max && cost.instructions <= Double(mostInstructions ?? .max)
    }
}
