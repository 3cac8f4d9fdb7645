import MotionCore
import MotionQWorkshop
import Quantization
import Recordings
import Training

/// Tells how training goes.
protocol TrainingDisplay {
    func show(_ parts: TrainingParts)
    func show(leftOut subject: LeftOutSubject)
    func show(meanOfLeftOut accuracies: [Double])
    func begin(_ network: LearningNetwork)
    func show(_ report: EpochReport)
    func finish(_ result: TrainingResult)
    /// Who are kept out of a first training, to tell how long the second should be.
    func show(judges: [String])
    /// How well one form of strokes did on people kept out.
    func show(_ form: StrokeForm, window: Int, _ score: Validation)
    /// Two networks, of which one is kept.
    func show(_ comparison: PolicyComparison)
    func show(outlook sentences: [String])
    /// What a search judges by, before it begins.
    func begin(_ search: SearchBudget, _ judges: DataSet)
    func show(_ candidate: SearchedCandidate)
    /// What a search came to.
    func show(_ result: SearchResult)
    /// Leaves the terminal in order when training fails.
    func close()
    func show(_ report: QuantizationReport, _ verdict: TrainingVerdict, of parts: TrainingParts, _ output: String)
}

extension TrainingDisplay {
    func show(_ progress: TrainingProgress) {
        switch progress {
        case .parts(let parts): show(parts)
        case .leftOut(let subject): show(leftOut: subject)
        case .leftOutEveryone(let accuracies): show(meanOfLeftOut: accuracies)
        case .judges(let people): show(judges: people)
        case .began(let network): begin(network)
        case .epoch(let report): show(report)
        case .finished(let result): finish(result)
        case .failed: close()
        case .strokeForm(let form, let window, let score): show(form, window: window, score)
        case .compared(let comparison): show(comparison)
        case .outlook(let outlook): show(outlook: outlook.sentences.map(\.asCommand))
        case .remark(let remark): Output.note("motionq: \(remark.sentence.asCommand)")
        }
    }

    func show(_ progress: SearchProgress) {
        switch progress {
        case .began(let budget, let judges): begin(budget, judges)
        case .tried(let candidate): show(candidate)
        case .leftOut, .remark: if let remark = progress.remark { Output.note("motionq: \(remark.asCommand)") }
        }
    }
}
