import Training

/// A network that was tried.
struct SearchedCandidate {
    /// Counts from 1.
    let number: Int
    let choice: SearchChoice
    let cost: NetworkCost
    /// On the judges.
    let validation: Validation
    let isOfStrokes: Bool

    var instructionsWord: String { isOfStrokes ? "instructions a stroke" : "instructions a second" }
}

/// All that was tried, and what stands out.
struct SearchResult {
    let candidates: [SearchedCandidate]
    /// Number of the candidate with the least loss.
    let chosen: Int
    let judges: [String]
    let options: SearchOptions
    /// Whether everything was tried.
    let isComplete: Bool

    /// The candidates that none beats in accuracy for its bytes.
    var byBytes: [SearchedCandidate] { front { Double($0.cost.bytes) } }
    /// The same for instructions.
    var byInstructions: [SearchedCandidate] { front { $0.cost.instructions } }

    var best: SearchedCandidate? { candidates.first { $0.number == chosen } }

    private func front(_ cost: (SearchedCandidate) -> Double) -> [SearchedCandidate] {
        SearchFront.indices(of: candidates.map { (cost: cost($0), accuracy: $0.validation.accuracy) }).map { candidates[$0] }
    }
}
