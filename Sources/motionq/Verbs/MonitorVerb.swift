import ArgumentParser

struct MonitorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        _superCommandName: "motionq",  // As in `RunVerb`.
        abstract: "Watch a device: rate, loss, live signal.",
        discussion: allOptions(of: "monitor"))

    @OptionGroup var choice: PortChoice
    @OptionGroup var page: PageOption
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output, one for each sample.") var json = false

    func run() throws {
        try reportingRefusals {
            var chosen = choice.chosen
            chosen.needsCertainUnits = false
            try LiveCommand(
                choice: chosen, model: nil, options: chosen.liveOptions, untilDisconnected: untilDisconnected, json: json,
                page: page.page
            ).run()
        }
    }
}
