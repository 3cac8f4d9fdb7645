import Formatting
import MotionCore
import MotionQWorkshop
import Quantization
import Recordings
import Training

/// For programs: JSON Lines on standard output.
struct TrainingJSON: TrainingDisplay {
    func show(_ parts: TrainingParts) {
        for (name, data) in parts.named {
            var line = JSONLine(type: "data")
            line.add("part", name)
            line.add("subjects", data.subjects)
            line.add("windows", data.windows.count)
            line.add("window", data.options.window)
            line.add("hop", data.options.hop)
            line.add("rate", data.rate)
            line.add("labels", data.classes)
            line.add("windows_by_label", data.windowCounts)
            line.add("left_out", data.leftOut.sentences)
            if name == "validation", let way = parts.way { line.add("split", way.rawValue) }
            line.add("warnings", parts.warnings(of: name).map(\.asCommand))
            Output.json(line)
        }
    }

    func show(leftOut subject: LeftOutSubject) {
        var line = JSONLine(type: "left_out_subject")
        line.add("subject", subject.name)
        line.add("windows", subject.windows)
        line.add("accuracy_float", subject.accuracy)
        Output.json(line)
    }

    func show(meanOfLeftOut accuracies: [Double]) {
        var line = JSONLine(type: "left_out_subjects")
        line.add("subjects", accuracies.count)
        line.add("mean_accuracy_float", accuracies.reduce(0, +) / Double(accuracies.count))
        Output.json(line)
    }

    func begin(_ network: LearningNetwork) {
        var line = JSONLine(type: "begin")
        line.add("state", network.policy.rawValue)
        line.add("parameters", network.parameterCount)
        line.add("kernels", network.kernelName)
        Output.json(line)
    }

    func show(_ report: EpochReport) {
        var line = JSONLine(type: "epoch")
        line.add("epoch", report.epoch)
        line.add("epochs", report.epochs)
        line.add("cycle", report.cycle)
        line.add("steps", report.steps)
        line.add("loss", report.trainingLoss)
        line.add("accuracy", report.trainingAccuracy)
        if let validation = report.validation {
            line.add("validation_loss", validation.loss)
            line.add("validation_accuracy", validation.accuracy)
        }
        line.add("gradient_norm", report.gradientNorm)
        line.add("learning_rate", report.learningRate, digits: 8)
        line.add("seconds", report.seconds)
        line.add("best", report.isBest)
        Output.json(line)
    }

    func finish(_ result: TrainingResult) {
        var line = JSONLine(type: "end")
        line.add("end", result.end.rawValue)
        line.add("epochs", result.history.count)
        line.add("kept_epoch", result.bestEpoch)
        line.add("median_seconds_per_epoch", result.medianSeconds)
        Output.json(line)
    }

    func show(judges: [String]) {
        var line = JSONLine(type: "rehearsal")
        line.add("kept_out", judges)
        Output.json(line)
    }

    func show(_ form: StrokeForm, window: Int, _ score: Validation) {
        var line = JSONLine(type: "strokes")
        line.add("form", form.rawValue)
        line.add("window", window)
        line.add("validation_loss", score.loss)
        line.add("validation_accuracy", score.accuracy)
        Output.json(line)
    }

    func show(_ comparison: PolicyComparison) {
        var line = JSONLine(type: "chosen")
        line.add("state", (comparison.carryingWins ? StatePolicy.carry : .reset).rawValue)
        line.add("accuracy_reset", comparison.reset.accuracy)
        line.add("accuracy_carried", comparison.carried.accuracy)
        line.add("accuracy_carried_random_order", comparison.carriedInRandomOrder.accuracy)
        Output.json(line)
    }

    func show(outlook sentences: [String]) {
        var line = JSONLine(type: "outlook")
        line.add("sentences", sentences)
        Output.json(line)
    }

    func close() {}

    func show(_ report: QuantizationReport, _ verdict: TrainingVerdict, of parts: TrainingParts, _ output: String) {
        var line = JSONLine(type: "model")
        line.add("file", output)
        line.add("quantisation", report.json)
        Output.json(line)
        line = JSONLine(type: "verdict")
        line.add("part", verdict.name)
        line.add("subjects", verdict.subjects)
        line.add("same_people", verdict.name == "training" || verdict.name == "validation" && parts.validatesWithSamePeople)
        line.add("windows", verdict.windows)
        line.add("accuracy_float", verdict.accuracyFloat)
        line.add("accuracy_q15", verdict.accuracyQ15)
        line.add("agreement", verdict.agreement)
        line.add("max_abs_probability_difference", verdict.largestDifference)
        Output.json(line)
    }
}
