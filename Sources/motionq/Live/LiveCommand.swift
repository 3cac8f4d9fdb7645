import Foundation
import LivePipeline
import ReferenceModel

/// What `run` and `monitor` share: follow a device until told to stop, for a person or for a program.
struct LiveCommand {
    let choice: PortChoice
    let model: LiveModel?
    let options: LiveOptions
    let untilDisconnected: Bool
    let json: Bool

    func run() throws {
        Interrupt.install()
        let labels = model?.description.labels ?? []
        var view: LiveView?
        let observer: any LiveObserver
        if json {
            observer = JSONReporter(labels: labels, showsSamples: model == nil)
        } else if isatty(1) == 1 {
            let drawn = LiveView(labels: labels)
            view = drawn
            observer = drawn
        } else {
            observer = PlainReporter(labels: labels)
        }
        defer { view?.close() }
        let greeting = GreetingWatch(observer, choice: choice)
        let runner = LiveRunner(
            model: model, options: options, observer: greeting, reconnects: !untilDisconnected,
            shouldStop: { Interrupt.isRaised || greeting.isOverdue }, open: try choice.opener(for: greeting))
        let statistics: LiveStatistics
        do throws(LiveFailure) {
            statistics = try runner.run()
        } catch {
            throw error.refusal
        }
        view?.close()
        if greeting.isOverdue { throw greeting.refusal }
        if json {
            Output.json(JSONReporter.summary(statistics, shadows: options.shadows))
        } else {
            statistics.sentences.forEach { Output.text($0) }
            if options.shadows { Output.text(statistics.shadow.sentence) }
        }
        if options.shadows { try judge(statistics) }
    }

    /// A shadow that found something, or nothing to look at, is no success.
    private func judge(_ statistics: LiveStatistics) throws {
        let shadow = statistics.shadow
        if shadow.differing > 0 {
            throw Refusal(
                .badData,
                "the device's bits are not this machine's: it holds another network, or was exported with other decision options")
        }
        if shadow.incomparable > 0 {
            throw Refusal(.badData, "the device sends no scores, or those of a network with another number of labels")
        }
        if shadow.compared == 0, statistics.windows > 0 {
            let reason =
                shadow.notRecomputed > 0
                ? "what they rest on came before this began, or was lost; reset the board while this runs"
                : "it sent no predictions"
            throw Refusal(.badData, "no window of the device's could be recomputed: \(reason)")
        }
    }
}
