import Formatting

/// How long a search may take, and what a network may take on a chip.
public struct SearchBudget: Sendable, Equatable {
    /// Minutes after which no other network is tried, 0.1 … 10,000; nil: until everything has been tried.
    public var minutes: Double?
    /// Networks at most: what is tried then does not depend on the clock. Nil: any number.
    public var mostCandidates: Int?
    /// Bytes of the network on a chip at most; nil: any number.
    public var mostBytes: Int?
    /// Instructions of a Cortex-M4 in a second at most, or for a stroke; nil: any number.
    public var mostInstructions: Int?

    /// Any time and any network.
    public init() {}

    /// Refuses a budget that allows nothing, or that never ends.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        if let minutes, !(0.1...10_000).contains(minutes) {
            throw RequestError(.usage, "\(.search) lies between 0.1 and 10000, in minutes")
        }
        let least: [(Setting, Int?)] = [
            (.mostBytes, mostBytes), (.mostInstructions, mostInstructions), (.mostCandidates, mostCandidates),
        ]
        for case (let setting, let value?) in least where value < 1 {
            throw RequestError(.usage, "\(setting) is 1 at least")
        }
    }

    func allows(_ cost: NetworkCost) -> Bool {
        cost.bytes <= mostBytes ?? .max && cost.instructions <= Double(mostInstructions ?? .max)
    }
}
