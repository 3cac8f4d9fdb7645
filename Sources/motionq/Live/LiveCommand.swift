import CProgramPages
import Foundation
import LiveLoop
import Models
import Segmentation

/// What `run` and `monitor` share: follow a device until told to stop, for a person or for a program.
struct LiveCommand {
    let choice: ChosenPort
    let model: LiveModel?
    let options: LiveOptions
    let untilDisconnected: Bool
    let json: Bool
    /// Where motion is to be cut at its pauses.
    var segments: SegmentSettings?

    func run() throws {
        // What opens the port may have to wait for it.
        Interrupt.install()
        let stage = try LiveStage(reporter)
        let greeting = GreetingWatch(stage.observer, choice: choice)
        let runner = LiveRunner(
            model: model, options: options, observer: greeting, reconnects: !untilDisconnected,
            shouldStop: { Interrupt.isRaised || greeting.isOverdue }, open: try choice.opener(for: greeting))
        var refusal: Refusal?
        // What parsed the arguments and read the model is not needed for hours.
        program_pages_give_back()
        do throws(LiveFailure) {
            let statistics = try runner.run()
            if options.shadows { refusal = verdict(on: statistics) }
        } catch {
            refusal = error.refusal
        }
        if greeting.isOverdue { refusal = greeting.refusal }
        try stage.end(refusal) { [hasBegun = runner.hasBegun, statistics = runner.statistics, refusal] reporter in
            if hasBegun { reporter.conclude(statistics, shadows: options.shadows, refusal) }
        }
    }

    private var reporter: any LiveReporter {
        let labels = model?.description.labels ?? []
        if let segments, let model {
            let base: any LiveReporter = json ? JSONReporter(labels: labels) : PlainReporter(labels: labels)
            return SegmentReporter(base, segments, model.description, json: json)
        }
        if json { return JSONReporter(labels: labels, showsSamples: model == nil) }
        return isatty(1) == 1 ? LiveView(labels: labels) : PlainReporter(labels: labels)
    }

    /// A shadow that found something, or nothing to look at, is no success.
    private func verdict(on statistics: LiveStatistics) -> Refusal? {
        let shadow = statistics.shadow
        if shadow.differing > 0 {
            return Refusal(
                .badData,
                "the device's bits are not this machine's: it holds another network, or was exported with other decision options")
        }
        if shadow.incomparable > 0 {
            return Refusal(.badData, "the device sends no scores, or those of a network with another number of labels")
        }
        if shadow.compared == 0, statistics.windows > 0 {
            let reason =
                shadow.orientationUnknown > 0
                ? "what the device knows of gravity rests on every sample since it began, and this did not hear them all; reset the "
                    + "board while this runs"
                : shadow.notRecomputed > 0
                    ? "what they rest on came before this began, or was lost; reset the board while this runs"
                    : "it sent no predictions"
            return Refusal(.badData, "no window of the device's could be recomputed: \(reason)")
        }
        return nil
    }
}
