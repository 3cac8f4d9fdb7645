import Recording
import Training

/// Tells how training goes.
protocol TrainingDisplay {
    func show(_ parts: TrainingParts)
    func show(leftOut subject: String, windows: Int, accuracy: Double)
    func show(meanOfLeftOut accuracies: [Double])
    func begin(_ trainer: Trainer)
    func show(_ report: EpochReport)
    func finish(_ result: TrainingResult)
    /// Leaves the terminal in order when training fails.
    func close()
    func show(_ report: QuantisationReport, _ verdicts: [TrainingVerdict], _ output: String)
}
