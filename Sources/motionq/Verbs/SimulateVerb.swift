import ArgumentParser
import Formatting
import Simulation

struct SimulateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Be a device on a pseudo-terminal.",
        discussion: """
            Replays recordings or made-up motion. Speaks the whole protocol, with lights and a buzzer. The replay begins when a host says hello (`motionq run --port …`) and ends when \
            the host has everything. Without recordings made-up people shake, chop and drive, over and over.

            \(allOptions(of: "simulate"))
            """)

    @OptionGroup var replay: ReplayOptions
    @Option(help: "How fast: a factor, or max.") var speed: Speed = Speed(value: .times(1))
    @Flag(help: "Start over at the end.") var loop = false
    @Option(help: "Also make a symbolic link to the port here.") var link: OutputPath?
    @Flag(help: "Be held by a made-up person who obeys the lights.") var followLights = false
    @Option(
        help: .rare(
            """
            With --follow-lights: in how many of all cases they do what the light says; else another gesture.
            """))
    var obedience: Double?
    @Option(help: .rare("Parts per million by which the device's clock runs fast, −60000 to 60000.")) var drift = 40.0
    @Option(help: .rare("Milliseconds by which samples are early or late.")) var jitter = 1.0
    @Option(help: .rare("Fraction of bytes damaged on the way to the host.")) var damage = 0.0
    @Option(help: .rare("Fraction of bytes lost on the way to the host.")) var drop = 0.0
    @Option(help: .rare("Fraction of bytes with a foreign byte in front.")) var insert = 0.0
    @Option(
        help: .rare("So many devices behind bridges, at this broker instead of a port: mqtt://host/prefix.", valueName: "address"))
    var broker: String?
    @Option(help: .rare("With --broker: how many devices, 1 to 10000.")) var devices = 1
    @Option(help: .rare("With --broker: milliseconds for which a bridge gathers bytes, 0 to 1000.")) var gather = 20
    @Flag(help: "JSON Lines on standard output.") var json = false

    struct Speed: ExpressibleByArgument {
        let value: SimulatorOptions.Speed

        init(value: SimulatorOptions.Speed) { self.value = value }

        init?(argument: String) {
            if argument == "max" {
                value = .max
            } else if let factor = Double(argument), factor >= 0.001, factor <= 1000 {
                value = .times(factor)
            } else {
                return nil
            }
        }

        var defaultValueDescription: String { "1" }
    }

    func validate() throws {
        try replay.check()
        guard replay.motion.signal == .motion || !followLights else {
            throw ValidationError("--follow-lights is for --signal motion")
        }
        guard !followLights || replay.data.isEmpty else {
            throw ValidationError("--follow-lights is made-up motion; leave --data out")
        }
        guard obedience.map({ (0...1).contains($0) && followLights }) ?? true else {
            throw ValidationError("--obedience lies between 0 and 1, and needs --follow-lights")
        }
        if let broker {
            _ = try BrokerOption.address(broker)
            guard link == nil, !followLights else { throw ValidationError("--link and --follow-lights are for a device at a port") }
        }
        guard broker != nil || (devices == 1 && gather == 20) else {
            throw ValidationError("--devices and --gather are for --broker")
        }
        guard (1...10_000).contains(devices) else { throw ValidationError("--devices lies between 1 and 10000") }
        guard (0...1000).contains(gather) else { throw ValidationError("--gather lies between 0 and 1000 milliseconds") }
        if let link { try requireText(link.path, "--link") }
        for (name, share) in [("--damage", damage), ("--drop", drop), ("--insert", insert)] where !(0...1).contains(share) {
            throw ValidationError("\(name) lies between 0 and 1")
        }
        guard drift.magnitude <= 60_000 else { throw ValidationError("--drift lies between −60000 and 60000") }
        guard (0...1000).contains(jitter) else { throw ValidationError("--jitter lies between 0 and 1000 ms") }
    }

    func run() throws {
        try reportingRefusals {
            let recording = try replay.recorded()
            Interrupt.install()
            if let broker {
                return try FleetSimulation(
                    address: BrokerOption.address(broker), devices: devices, gather: gather, json: json
                ).run(recording ?? replay.madeUp(), options)
            }
            let asJSON = json
            let runner = SimulatorRunner(
                recording: recording
                    ?? (followLights ? replay.motion.stillness() : replay.madeUp()), options: options,
                shouldStop: { Interrupt.isRaised }
            ) { event in
                if asJSON {
                    Output.json(event.jsonLine)
                } else if case .actuator(let change) = event {
                    Output.text(Lights.sentence(change))
                } else {
                    Output.text(event.plain)
                }
            }
            try runner.run()
        }
    }

    private var options: SimulatorOptions {
        var options = SimulatorOptions()
        options.speed = speed.value
        options.loops = loop || replay.data.isEmpty
        if replay.data.isEmpty { options.name = SyntheticOptions.deviceName }
        options.linkPath = link?.path
        if followLights { options.watcher = replay.motion.obedient(obedience ?? 1, hasGravity: !replay.userAcceleration) }
        options.accelerationKind = replay.userAcceleration ? .user : .withGravity
        options.driftPartsPerMillion = drift
        options.jitterMicroseconds = jitter * 1000
        options.seed = replay.motion.seed
        options.faults.damagedFraction = damage
        options.faults.droppedFraction = drop
        options.faults.insertedFraction = insert
        return options
    }
}
