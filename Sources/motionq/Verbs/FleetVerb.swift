import ArgumentParser

struct FleetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "See and serve devices at a broker.",
        subcommands: [FleetListVerb.self, FleetModelVerb.self, FleetInstallVerb.self], defaultSubcommand: FleetListVerb.self)
}
