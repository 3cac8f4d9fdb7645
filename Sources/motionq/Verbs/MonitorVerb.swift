import ArgumentParser
import Foundation
import LivePipeline

struct MonitorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Watch a device: rate, loss, live signal. No model needed.")

    @OptionGroup var choice: PortChoice
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output, one for each sample.") var json = false

    func run() throws {
        try reportingRefusals {
            Interrupt.install()
            let view = !json && isatty(1) == 1 ? LiveView(labels: [], restLabel: -1) : nil
            let observer: any LiveObserver = json ? JSONReporter(labels: [], showsSamples: true) : view ?? PlainReporter(labels: [])
            let runner = LiveRunner(
                model: nil, options: LiveOptions(), observer: observer, reconnects: !untilDisconnected,
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
