import ArgumentParser
import LivePipeline

struct MonitorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Watch a device: rate, loss, live signal. No model needed.")

    @OptionGroup var choice: PortChoice
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output, one for each sample.") var json = false

    func run() throws {
        try reportingRefusals {
            try LiveCommand(
                choice: choice.chosen, model: nil, options: LiveOptions(), untilDisconnected: untilDisconnected, json: json
            ).run()
        }
    }
}
