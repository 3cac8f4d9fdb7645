import Foundation
import ModelConversion
import Presentation
import Recording
import Training
import Windows

/// For people: what is learned from, one line that moves while it is learned (on a terminal only), and what came out.
final class TrainingView: TrainingDisplay {
    private let panel: Panel? = isatty(1) == 1 ? Panel() : nil
    private var losses: [Double] = []

    func show(_ parts: TrainingParts) {
        let data = parts.training
        let rate = String(printing: "%g", (data.rate * 100).rounded() / 100)
        Output.text("Windows of \(data.options.window) samples every \(data.options.hop) at \(rate) Hz.")
        for (name, part) in parts.named {
            let people = part.subjects.count == 1 ? "1 subject" : "\(part.subjects.count) subjects"
            let counts = zip(part.classes, part.windowCounts).map { "\($0) \($1)" }.joined(separator: ", ")
            Output.text(
                "\(name.prefix(1).uppercased() + name.dropFirst()): \(people) (\(printable(part.subjects.joined(separator: ", ")))), \(part.windows.count) windows: \(printable(counts))"
            )
            let aside = part.leftOut.sentences
            if !aside.isEmpty { Output.text("  aside: \(printable(aside.joined(separator: "; ")))") }
            for warning in parts.warnings(of: name) { Output.note("motionq: \(name): \(printable(warning))") }
        }
        if parts.validation == nil {
            Output.text("No validation: nothing tells when to stop, the last weights are kept.")
        }
    }

    func show(leftOut subject: String, windows: Int, accuracy: Double) {
        Output.text("  without \(printable(subject)): " + String(printing: "%6.2f %% of its %d windows", 100 * accuracy, windows))
    }

    func show(meanOfLeftOut accuracies: [Double]) {
        let mean = accuracies.reduce(0, +) / Double(accuracies.count)
        Output.text(String(printing: "Unseen subjects: %.2f %% on average over %d.", 100 * mean, accuracies.count))
    }

    func begin(_ trainer: Trainer, _ policy: StatePolicy) {
        losses = []
        let start = policy == .carry ? "the state carried from window to window" : "every window from zero state"
        Output.text("\nLearning \(trainer.parameterCount) weights, \(start) (kernels: \(trainer.kernelName)).")
    }

    func show(_ report: EpochReport) {
        losses.append(report.validation?.loss ?? report.trainingLoss)
        guard let panel else { return }
        let done = 24 * report.epoch / report.epochs
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: 24 - done)
        var lines = [
            "epoch \(report.epoch) of \(report.epochs)  \(bar)  " + String(printing: "%.2f s each", report.seconds),
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

    /// The losses so far, high to low, in forty columns at most.
    private var sparkline: String {
        let shapes = Array("▁▂▃▄▅▆▇█")
        let step = max(1, (losses.count + 39) / 40)
        let shown = stride(from: losses.count - 1, through: 0, by: -step).map { losses[$0] }.reversed()
        guard let low = shown.min(), let high = shown.max(), high > low else { return "" }
        return String(shown.map { shapes[Int(($0 - low) / (high - low) * 7)] })
    }

    func finish(_ result: TrainingResult) {
        close()
        let kept = result.bestEpoch
        switch result.end {
        case .completed: Output.text("All \(result.history.count) epochs are done; the weights of epoch \(kept) are kept.")
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

    func show(chosen policy: StatePolicy) {
        Output.text(
            policy == .carry ? "Carrying the state does better; it is kept." : "Starting from zero does better; it is kept.")
    }

    func close() {
        panel?.close()
    }

    func show(_ report: QuantizationReport, _ verdicts: [TrainingVerdict], of parts: TrainingParts, _ output: String) {
        Output.text(report.text)
        for verdict in verdicts {
            Output.text(
                "On \(printable(parts.whose(verdict.name, verdict.subjects))), streamed: "
                    + String(
                        printing: "float %.2f %%, Q15 %.2f %% of %d windows; %.2f %% agree, |Δp| ≤ %.4f.",
                        100 * verdict.accuracyFloat,
                        100 * verdict.accuracyQ15, verdict.windows, 100 * verdict.agreement, verdict.largestDifference))
        }
        Output.text("Written: \(printable(output))")
    }
}
