import ArgumentParser

struct MonitorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        _superCommandName: "motionq",  // As in `RunVerb`.
        abstract: "Watch a device: rate, loss, live signal.",
        discussion: allOptions(of: "monitor"))

    @OptionGroup var choice: PortsChoice
    @OptionGroup var page: PageOption
    @OptionGroup var outlets: OutletOption
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output, one for each sample.") var json = false

    func validate() throws { try choice.requireNamed() }

    func run() throws {
        try reportingRefusals {
            let tasks = try choice.chosen(by: "monitor").map { chosen in
                var chosen = chosen
                chosen.needsCertainUnits = false
                return LiveTask(choice: chosen, model: nil, options: chosen.liveOptions)
            }
            try LiveCommand(
                tasks: tasks, untilDisconnected: untilDisconnected, json: json, page: page.page, outlets: outlets.addresses
            )
            .run()
        }
    }
}
