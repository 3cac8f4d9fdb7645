import MotionCore
import Quantization
import Recordings
import Training

/// Tells how training goes.
protocol TrainingDisplay {
    func show(_ parts: TrainingParts)
    func show(leftOut subject: String, windows: Int, accuracy: Double)
    func show(meanOfLeftOut accuracies: [Double])
    func begin(_ trainer: Trainer, _ policy: StatePolicy)
    func show(_ report: EpochReport)
    func finish(_ result: TrainingResult)
    /// Who are kept out of a first training, to tell how long the second should be.
    func show(judges: [String])
    /// How well one form of strokes did on people kept out.
    func show(_ form: StrokeForm, window: Int, _ score: Validation)
    /// Of two networks the one that is kept.
    func show(_ comparison: PolicyComparison)
    func show(_ outlook: Outlook)
    /// What a search judges by, before it begins.
    func begin(_ search: SearchOptions, _ judges: DataSet)
    func show(_ candidate: SearchedCandidate)
    /// What a search came to.
    func show(_ result: SearchResult)
    /// Leaves the terminal in order when training fails.
    func close()
    func show(_ report: QuantizationReport, _ verdicts: [TrainingVerdict], of parts: TrainingParts, _ output: String)
}
