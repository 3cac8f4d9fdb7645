import Formatting
import GuidedSessions
import LiveLoop
import MotionCore

/// A recording for people without a terminal to draw on: one line for everything that happens.
final class PlainRecordDisplay: RecordDisplay {
    func begin(_ options: RecorderOptions) {
        Output.note(options.introduction)
        if options.plan.isKeyed { Output.note("space begins and ends it, q ends") }
        if options.plan.cut != nil {
            Output.note("make each gesture when you like, and hold still between them; r throws the last away, q ends")
        }
    }

    func show(_ event: RecorderEvent) {
        if let sentence = event.sentence { Output.text(sentence) }
    }

    func linkChanged(_ change: LinkChange) {
        if let sentence = change.sentenceWithoutWindows { Output.note(sentence) }
    }

    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) { Output.text(result.sentence(options)) }
}

extension RecorderOptions {
    /// Who, what, how long and where to.
    var introduction: String {
        let what = Set(plan.prompts.map(\.label)).count
        let extent =
            plan.duration.map { seconds in
                "\(Numbers.count(what, "label")), \(Numbers.count(plan.prompts.count, "repetition")), about "
                    + "\(Int(saturating: seconds) / 60) min \(Int(saturating: seconds) % 60) s"
            }
            ?? (plan.isKeyed
                ? "“\(printable(plan.prompts[0].label))” until a key"
                : "\(Numbers.count(what, "label")), \(Numbers.count(plan.prompts.count, "repetition")), cut at the pauses")
        return "recording \(printable(subject)): \(extent) → \(printable(path))"
    }
}

extension RecorderEvent {
    /// What a person reads.
    var sentence: String? {
        switch self {
        case .begun(_, let missing):
            missing.isEmpty ? nil : "the device does not measure \(missing.joined(separator: ", ")): they are recorded as 0"
        case .guide(let event): event.sentence
        case .doubted(let prompt, let doubt): doubt.sentence(of: prompt)
        case .discarded(let prompt): "“\(printable(prompt.label))” is thrown away and comes once more"
        case .paused: "paused; p goes on"
        case .resumed: "on it goes"
        case .lost(let samples, let prompt):
            "\(Numbers.count(samples, "sample")) of “\(printable(prompt.label))” lost; r makes it again"
        case .newSession(let name): "the device began anew: session \(printable(name)); what was going on comes once more"
        case .failed: nil
        }
    }
}

extension RepetitionDoubt {
    func sentence(of prompt: RecordingPlan.Prompt) -> String {
        switch self {
        case .motionless(let seconds):
            return
                "nothing moved in the \(Numbers.decimal(seconds, 1, unit: "s")) of “\(printable(prompt.label))”; if it is meant to be still, "
                + "hold still again"
        case .long(let seconds, let others):
            let usual = others.map { ", others \(Numbers.decimal($0, 1, unit: "s"))" } ?? ""
            return
                "“\(printable(prompt.label))” took \(Numbers.decimal(seconds, 1, unit: "s"))\(usual): two without a pause? hold still before "
                + "and after each"
        }
    }
}

extension RecordingGuide.Event {
    var sentence: String {
        switch self {
        case .next(let prompt, let number, let all):
            all < 1000
                ? "rest … next: \(printable(prompt.label)) (\(number) of \(all))"
                : "rest … space begins “\(printable(prompt.label))”"
        case .countdown(let seconds): "  \(seconds)"
        case .begin(let prompt): "▶ \(printable(prompt.label))"
        case .end(let prompt): "■ \(printable(prompt.label))"
        case .unheard: "nothing heard: make it larger or quicker, and hold still before and after"
        case .lastRest: "rest, it is almost done"
        case .done: "done"
        }
    }
}

extension LinkChange {
    /// There are no windows here to start over.
    var sentenceWithoutWindows: String? {
        switch self {
        case .gap(let samples): "\(Numbers.count(samples, "sample")) lost"
        case .restarted: "the device restarted"
        default: sentence?.asCommand
        }
    }
}

extension Recorder {
    /// What came of a recording.
    struct Result {
        let keeps: Bool
        let samples: Int
        let repetitions: Int
        let lost: Int
        let rate: Double?

        /// What there is now, and what to do next.
        func sentence(_ options: RecorderOptions) -> String {
            guard keeps, samples > 0 else { return samples > 0 ? "thrown away" : "nothing was recorded" }
            let rate = rate.map { String(printing: " at %.1f Hz", $0) } ?? ""
            let loss = lost == 0 ? "none lost" : "\(lost) lost"
            let look: ShellCommand = "motionq dataset show \(path: options.folder)"
            let learn: ShellCommand = "motionq train --data \(path: options.folder) -o gesture.safetensors"
            return
                "\(printable(options.path)): \(Numbers.count(repetitions, "repetition")), \(Numbers.count(samples, "sample"))\(rate), "
                + "\(loss)\nnext: \(look)  # or record another person into the same folder\nnext: \(learn)"
        }
    }

    /// After `finish`.
    func result(keeps: Bool) -> Result {
        Result(keeps: keeps, samples: samples, repetitions: repetitions, lost: lost, rate: measuredRate)
    }
}
