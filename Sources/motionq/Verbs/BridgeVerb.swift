import ArgumentParser
import Fleet
import Formatting
import Threads

struct BridgeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge",
        abstract: "Bring a device to a broker.",
        discussion: """
            Publishes the device's bytes as they come, and hands back what comes for it; `motionq run --broker` recognises for it. \
            The machine that it is plugged into computes nothing. A device that goes away is waited for.

            \(allOptions(of: "bridge"))
            """)

    @OptionGroup var choice: PortsChoice
    @OptionGroup var broker: BrokerOption
    @Option(help: .rare("Milliseconds for which bytes are gathered into one message, 0 to 1000: fewer messages, later answers."))
    var gather = 20
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        try choice.requireNamed()
        guard choice.manner.axes == nil, choice.manner.calibration else {
            throw ValidationError("--axes and --no-calibration are for whoever reads the samples: a bridge does not")
        }
        guard choice.port.allSatisfy({ PortScene.captured($0) == nil }) else {
            throw ValidationError("a bridge takes a device to a broker, not a capture of one")
        }
        guard (0...1000).contains(gather) else { throw ValidationError("--gather lies between 0 and 1000 milliseconds") }
    }

    func run() throws {
        try reportingRefusals {
            Interrupt.install()
            let address = try broker.address
            let chosen = try choice.chosen(by: "bridge")
            let bridges = chosen.map { BridgedPort(choice: $0, address: address, gather: Int32(gather), json: json) }
            try PortScene.keeping(chosen.map(\.scene)) { try run(bridges) }
        }
    }

    private func run(_ bridges: [BridgedPort]) throws {
        if bridges.count == 1 { return try bridges[0].run(reconnects: !untilDisconnected) }
        let failures = Failures()
        do throws(NoThread) {
            try OwnThread.each(bridges.count, abandon: Interrupt.flag.raise) { [reconnects = !untilDisconnected] number in
                do { try bridges[number].run(reconnects: reconnects) } catch { failures.add(error) }
            }
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
        if let failure = failures.first { throw failure }
    }
}
