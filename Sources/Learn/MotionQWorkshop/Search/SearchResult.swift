public import Training

/// A network that was tried.
public struct SearchedCandidate: Sendable {
    /// Counts from 1.
    public let number: Int
    /// What was chosen of it.
    public let choice: SearchChoice
    /// What it takes on a chip.
    public let cost: NetworkCost
    /// How it did on the judges.
    public let validation: Validation
    /// Whether its windows are whole strokes.
    public let isOfStrokes: Bool
}

/// Everything that was tried, and what stands out.
public struct SearchResult {
    /// All networks that were tried, in order.
    public let candidates: [SearchedCandidate]
    /// The candidate with the least loss.
    public let best: SearchedCandidate
    /// People, or those whose later motion, judged.
    public let judges: [String]
    /// What was allowed.
    public let budget: SearchBudget
    /// Whether everything was tried.
    public let isComplete: Bool
    /// What trains a network like the best one from the beginning, the judges' motion included as far as the request has it.
    public let training: TrainingRequest

    let parts: TrainingParts
    let network: Learning.Candidate

    /// The candidates that none beats in accuracy for its bytes, from the fewest bytes.
    public var byBytes: [SearchedCandidate] { front { Double($0.cost.bytes) } }
    /// The candidates that none beats in accuracy for its instructions, from the fewest instructions.
    public var byInstructions: [SearchedCandidate] { front { $0.cost.instructions } }

    /// The best network as it was tried, which has not learned from the judges.
    ///
    /// - Throws: `RequestError` of a rest label that is no class.
    public func triedNetwork() throws -> TrainedNetwork {
        var parts = parts
        parts.rest = try training.restLabel(among: parts.training.classes)
        return TrainedNetwork(request: training, parts: parts, network)
    }

    private func front(_ cost: (SearchedCandidate) -> Double) -> [SearchedCandidate] {
        SearchFront.indices(of: candidates.map { (cost: cost($0), accuracy: $0.validation.accuracy) }).map { candidates[$0] }
    }
}
