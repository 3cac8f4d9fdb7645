import ArgumentParser
import Foundation
import LivePipeline
import Transport

struct RunVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Recognise live: overlapping windows over a device's motion, events and feedback back to it.",
        discussion: """
            Ends with Ctrl-C, or with --until-disconnected when the device goes away; otherwise it waits for the device to come back. \
            Without --feedback, LED n lights while the n-th label that is not the rest label is held.
            """)

    @OptionGroup var choice: PortChoice
    @Option(help: "The model file.") var model: String
    @Option(help: "Feedback map (YAML): label → LEDs, RGB, buzzer.") var feedback: String?
    @OptionGroup var decision: DecisionChoice
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            let setup = try LiveSetup(modelPath: model, mapPath: feedback)
            var options = LiveOptions()
            options.decision = decision.parameters
            options.feedback = setup.feedback
            Interrupt.install()
            let isTerminal = !json && isatty(1) == 1
            let view = isTerminal ? LiveView(labels: setup.model.labels, restLabel: setup.model.restLabel) : nil
            let observer: any LiveObserver =
                json ? JSONReporter(labels: setup.model.labels) : view ?? PlainReporter(labels: setup.model.labels)
            let runner = LiveRunner(
                model: setup.model, options: options, observer: observer, reconnects: !untilDisconnected,
                shouldStop: { Interrupt.flag.isRaised }, open: try choice.opener())
            let statistics: LiveStatistics
            do throws(LiveFailure) {
                statistics = try runner.run()
            } catch {
                view?.close()
                throw error.refusal
            }
            view?.close()
            if json { Output.json(JSONReporter.summary(statistics)) } else { statistics.sentences.forEach { Output.text($0) } }
        }
    }
}
