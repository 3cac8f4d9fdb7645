import Evaluation
import Quantization
import Recordings

/// What fixed point costs a freshly trained network on some people's recordings, streamed.
struct TrainingVerdict {
    /// "validation", "test" or "training".
    let name: String
    let subjects: [String]
    let windows: Int
    let accuracyFloat: Double
    let accuracyQ15: Double
    let agreement: Double
    let largestDifference: Double

    init(of pair: NetworkPair, on data: DataSet, called name: String) throws {
        let result = try Evaluator(pair).evaluate(data.sessions, clock: nil)
        self.name = name
        subjects = data.subjects
        windows = result.float.classification.windows
        accuracyFloat = result.float.classification.accuracy ?? 0
        accuracyQ15 = result.q15.classification.accuracy ?? 0
        agreement = result.parity.agreement ?? 1
        largestDifference = result.parity.largest
    }
}
