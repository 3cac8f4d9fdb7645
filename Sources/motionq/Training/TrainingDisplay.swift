import ModelConversion
import Training
import Windows

/// Tells how training goes.
protocol TrainingDisplay {
    func show(_ parts: TrainingParts)
    func show(leftOut subject: String, windows: Int, accuracy: Double)
    func show(meanOfLeftOut accuracies: [Double])
    func begin(_ trainer: Trainer, _ policy: StatePolicy)
    func show(_ report: EpochReport)
    func finish(_ result: TrainingResult)
    /// Of two networks the one that did better on the validation subjects.
    func show(chosen policy: StatePolicy)
    /// Leaves the terminal in order when training fails.
    func close()
    func show(_ report: QuantizationReport, _ verdicts: [TrainingVerdict], of parts: TrainingParts, _ output: String)
}
