public import Evaluation
import Quantization
import Recordings

/// What fixed point costs a freshly trained network on some people's recordings, streamed.
public struct TrainingVerdict: Sendable {
    /// The part of the recordings: “validation”, “test” or “training”.
    public let name: String
    /// The people of the part.
    public let subjects: [String]
    /// Windows of the part with a true label.
    public let windows: Int
    /// Share of them that the float network has right, 0 … 1.
    public let accuracyFloat: Double
    /// Share of them that the Q15 network has right, 0 … 1.
    public let accuracyQ15: Double
    /// Share of windows for which both name the same label, 0 … 1.
    public let agreement: Double
    /// Largest difference between two probabilities of the networks.
    public let largestDifference: Double
    /// All that was found; of layers and error sources nothing where they were not measured.
    public let evaluation: EvaluationResult

    init(of pair: NetworkPair, on data: DataSet, called name: String, measuresNoise: Bool) throws {
        let result = Evaluator(pair).evaluate(data.sessions, clock: nil, measuresNoise: measuresNoise)
        self.name = name
        subjects = data.subjects
        windows = result.float.classification.windows
        accuracyFloat = result.float.classification.accuracy ?? 0
        accuracyQ15 = result.q15.classification.accuracy ?? 0
        agreement = result.parity.agreement ?? 1
        largestDifference = result.parity.largest
        evaluation = result
    }
}
