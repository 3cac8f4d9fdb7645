import Formatting
import Foundation
import MotionCore
import MotionQWorkshop
import Quantization
import Recordings
import Training

/// For people: what is learned from, one line that moves while it is learned (on a terminal only), and what came out.
final class TrainingView: TrainingDisplay {
    private let panel: Panel? = Terminal.drawsPictures ? Panel() : nil
    private var losses: [Double] = []
    private var seconds = 0.0
    /// What the training is worth on people kept out; empty where nobody was.
    private var outlook: [String] = []
    private let showsDetails: Bool

    /// - Parameter details: whether each layer's formats, ranges and noise are shown at the end.
    init(details: Bool) { showsDetails = details }

    func show(_ parts: TrainingParts) {
        let data = parts.training
        let rate = String(printing: "%g", (data.rate * 100).rounded() / 100)
        let seconds = data.options.window > 1 ? String(printing: " (%.3g s)", Double(data.options.window) / data.rate) : ""
        Output.text(
            data.options.strokes.map { "Whole strokes as \(data.options.window) samples (\($0.rawValue))." }
                ?? "Windows of \(data.options.window) sample\(data.options.window == 1 ? "" : "s")\(seconds) every \(data.options.hop) at \(rate) Hz."
        )
        for (name, part) in parts.named {
            let people = part.subjects.count == 1 ? "1 subject" : "\(part.subjects.count) subjects"
            let counts = zip(part.classes, part.windowCounts).map { "\($0) \($1)" }.joined(separator: ", ")
            Output.text(
                "\(name.prefix(1).uppercased() + name.dropFirst()): \(people) (\(printable(part.subjects.joined(separator: ", ")))), \(part.windows.count) windows: \(printable(counts))"
            )
            let background = part.backgroundWindows
            if background > 0 {
                let made = parts.madeUpBackground
                let source =
                    made.isEmpty ? "" : " (made up: \(made.joined(separator: ", ")); --no-made-up-background leaves it out)"
                Output.text("  of them of background: \(background), learned as \(printable(parts.rest ?? "rest"))\(source)")
            }
            let aside = part.leftOut.sentences
            if !aside.isEmpty { Output.text("  aside: \(printable(aside.joined(separator: "; ")))") }
            for warning in parts.warnings(of: name) { Output.note("motionq: \(name): \(printable(warning.asCommand))") }
        }
    }

    func show(leftOut subject: LeftOutSubject) {
        Output.text(
            "  without \(printable(subject.name)): "
                + String(printing: "%6.2f %% of its %d windows", 100 * subject.accuracy, subject.windows))
    }

    func show(meanOfLeftOut accuracies: [Double]) {
        let mean = accuracies.reduce(0, +) / Double(accuracies.count)
        Output.text(String(printing: "Unseen subjects: %.2f %% on average over %d.", 100 * mean, accuracies.count))
    }

    func begin(_ network: LearningNetwork) {
        losses = []
        seconds = 0
        let start =
            !network.hasState
            ? "every window by itself"
            : network.policy == .carry ? "the state carried from window to window" : "every window from zero state"
        Output.text("\nLearning \(network.parameterCount) weights, \(start) (kernels: \(network.kernelName)).")
    }

    func show(_ report: EpochReport) {
        losses.append(report.validation?.loss ?? report.trainingLoss)
        guard let panel else { return }
        let done = 24 * report.epoch / report.epochs
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: 24 - done)
        let cycle = report.cycles > 1 ? "cycle \(report.cycle) of at most \(report.cycles)  " : ""
        var lines = [
            "\(cycle)step \(report.steps)  \(bar)  \(timeLeft(report))",
            String(printing: "loss %.4f  correct %.2f %% of what was varied", report.trainingLoss, 100 * report.trainingAccuracy),
        ]
        if let validation = report.validation {
            lines.append(
                String(printing: "validation loss %.4f  correct %.2f %%  ", validation.loss, 100 * validation.accuracy) + sparkline)
        } else {
            lines.append(sparkline)
        }
        panel.draw(lines)
    }

    private func timeLeft(_ report: EpochReport) -> String {
        seconds += report.seconds
        let each = seconds / Double(report.epoch)
        let left = String(printing: "%.0f s left", each * Double(report.epochs - report.epoch))
        guard report.mostEpochs > report.epochs else { return left }
        return left + String(printing: " in it, %.0f s at most", each * Double(report.mostEpochs - report.epoch))
    }

    /// The losses so far, high to low, in forty columns at most.
    private var sparkline: String {
        let shapes = Array("▁▂▃▄▅▆▇█")
        let step = max(1, (losses.count + 39) / 40)
        let shown = stride(from: losses.count - 1, through: 0, by: -step).map { losses[$0] }.reversed()
        guard let low = shown.min(), let high = shown.max(), high > low else { return "" }
        return String(shown.map { shapes[Int(saturating: ($0 - low) / (high - low) * 7)] })
    }

    func finish(_ result: TrainingResult) {
        close()
        let kept = result.bestEpoch
        let steps = result.history.last?.steps ?? 0
        switch result.end {
        case .completed:
            Output.text(
                "All \(steps) steps are done; the weights of epoch \(kept) of \(result.history.count) are kept." + improving(result)
            )
        case .converged:
            Output.text(
                "The last cycle, twice as long, brought nothing: finished after \(steps) steps, the weights of epoch \(kept) are kept."
            )
        case .stoppedEarly:
            Output.text("Stopped: no better since epoch \(kept) of \(result.history.count); its weights are kept.")
        case .interrupted:
            Output.text(
                kept > 0
                    ? "Interrupted; the weights of epoch \(kept) are kept."
                    : "Interrupted in the first epoch; its weights so far are kept.")
        }
        Output.text(String(printing: "%.3f s per epoch (median).", result.medianSeconds))
    }

    /// Whether more steps might have brought more: the best were those of the last tenth.
    private func improving(_ result: TrainingResult) -> String {
        guard let last = result.history.last, last.validation != nil, result.bestEpoch * 10 > last.epoch * 9 else { return "" }
        return " It was still improving: give it more with --steps."
    }

    func show(judges: [String]) {
        Output.text(
            "\nFirst without \(printable(judges.joined(separator: ", "))), who then tell how long training pays; after that with everybody."
        )
    }

    func show(_ form: StrokeForm, window: Int, _ score: Validation) {
        Output.text(
            "Strokes as \(form.rawValue) in \(window) samples: "
                + String(printing: "%.1f %% right on people kept out, loss %.3f.", 100 * score.accuracy, score.loss))
    }

    func show(_ comparison: PolicyComparison) {
        Output.text(
            String(
                printing: "From zero state %.1f %% right; carried %.1f %%, in random order %.1f %%: ",
                100 * comparison.reset.accuracy,
                100 * comparison.carried.accuracy, 100 * comparison.carriedInRandomOrder.accuracy)
                + (comparison.carryingWins ? "the state is carried." : "every window starts from zero."))
    }

    func show(outlook sentences: [String]) {
        outlook = sentences.map { printable($0) }
    }

    func close() {
        panel?.close()
    }

    func show(_ report: QuantizationReport, _ verdict: TrainingVerdict, of parts: TrainingParts, _ output: String) {
        if showsDetails { Output.text(report.text) }
        Output.text("")
        for sentence in outlook.isEmpty ? [worth(verdict, of: parts)] : outlook { Output.text(sentence) }
        Output.text(
            "Fixed point on \(printable(parts.whose(verdict.name, verdict.subjects))): "
                + String(
                    printing: "%.2f %% of %d windows right, float %.2f %%; probabilities differ by %.4f at most.",
                    100 * verdict.accuracyQ15, verdict.windows, 100 * verdict.accuracyFloat, verdict.largestDifference))
        Output.text(
            "Written: \(printable(output))" + (showsDetails ? "" : "; --details shows each layer's formats, ranges and noise"))
        Output.next("motionq evaluate --model \(path: output) --data RECORDINGS --report report.html")
    }

    /// Where no outlook tells it.
    private func worth(_ verdict: TrainingVerdict, of parts: TrainingParts) -> String {
        let right = String(printing: "%.1f %% of the windows right", 100 * verdict.accuracyQ15)
        guard verdict.name != "training" else {
            return
                "\(right) on the people it learned from. Others were not tried: keep some out with --validate-subjects, or leave "
                + "--steps and --epochs out."
        }
        return "\(right) on \(printable(parts.whose(verdict.name, verdict.subjects)))."
    }
}
